/// How the host's buffers and views become a kernel's parameters.
#pragma once

#include "gpuc/abi/launch.h"
#include "gpuc/atomic_slice.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/device_view.hpp"
#include "gpuc/disjoint_matrix.hpp"
#include "gpuc/disjoint_slice.hpp"
#include "gpuc/matrix.hpp"
#include "gpuc/matrix_view.hpp"
#include "gpuc/slice.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace gpuc::abi {

/// A view parameter P of a kernel, made from a buffer or view of the host; keeps whose memory it is.
template <class P>
class view_argument {
 public:
  view_argument(P object, context_state* context, void* allocation) noexcept
      : object_(object), context_(context), allocation_(allocation) {}

  argument pack() const noexcept { return {&object_, context_, allocation_}; }

 private:
  P object_;
  context_state* context_;
  void* allocation_;
};

/// One-dimensional views. `Element` may be const; what is shared also accepts a constant buffer.
template <template <class> class View, class Element>
class slice_argument : public view_argument<View<Element>> {
  using value = std::remove_const_t<Element>;
  using base = view_argument<View<Element>>;

 public:
  slice_argument(device_view<Element> view) noexcept
      : base(View<Element>(view.data(), view.size()), view.context(), view.allocation()) {}
  slice_argument(device_view<value> view) noexcept
    requires std::is_const_v<Element>
      : base(View<Element>(view.data(), view.size()), view.context(), view.allocation()) {}
  slice_argument(device_buffer<value>& buffer) noexcept : slice_argument(buffer.view()) {}
  slice_argument(const device_buffer<value>& buffer) noexcept
    requires std::is_const_v<Element>
      : slice_argument(buffer.view()) {}
};

/// Two-dimensional views.
template <template <class> class View, class Element>
class matrix_argument : public view_argument<View<Element>> {
  using value = std::remove_const_t<Element>;
  using base = view_argument<View<Element>>;

 public:
  matrix_argument(matrix_view<Element> view) noexcept
      : base(View<Element>(view.data(), view.rows(), view.cols()), view.context(), view.allocation()) {}
  matrix_argument(matrix_view<value> view) noexcept
    requires std::is_const_v<Element>
      : base(View<Element>(view.data(), view.rows(), view.cols()), view.context(), view.allocation()) {}
};

/// The type that a launcher takes for a kernel parameter of type P: P itself, except for views.
template <class P>
struct argument_for {
  using type = const P&;
};
template <class T>
struct argument_for<slice<T>> {
  using type = const slice_argument<slice, T>&;
};
template <class T>
struct argument_for<disjoint_slice<T>> {
  using type = const slice_argument<disjoint_slice, T>&;
};
template <class T>
struct argument_for<atomic_slice<T>> {
  using type = const slice_argument<atomic_slice, T>&;
};
template <class T>
struct argument_for<matrix<T>> {
  using type = const matrix_argument<matrix, T>&;
};
template <class T>
struct argument_for<disjoint_matrix<T>> {
  using type = const matrix_argument<disjoint_matrix, T>&;
};

template <class P>
void is_view_argument(const view_argument<P>&);

template <class P>
argument pack_argument(const view_argument<P>& a) noexcept {
  return a.pack();
}
template <class P>
  requires(!requires(const P& a) { is_view_argument(a); })
argument pack_argument(const P& a) noexcept {
  return {&a, nullptr, nullptr};
}

/// Stands for a host argument while a kernel template's parameters are deduced; never made.
template <class T>
struct any_slice : slice<const T>, slice<T>, disjoint_slice<T>, atomic_slice<T> {};
template <class T>
struct any_matrix : matrix<const T>, matrix<T>, disjoint_matrix<T> {};

template <class A>
struct deduce_as {
  using type = A;
};
template <class T>
struct deduce_as<device_buffer<T>> {
  using type = any_slice<T>;
};
template <class T>
struct deduce_as<device_view<T>> {
  using type = any_slice<T>;
};
template <class T>
struct deduce_as<device_view<const T>> {
  using type = slice<const T>;
};
template <class T>
struct deduce_as<matrix_view<T>> {
  using type = any_matrix<T>;
};
template <class T>
struct deduce_as<matrix_view<const T>> {
  using type = matrix<const T>;
};

template <class A>
using deduce_as_t = typename deduce_as<std::remove_cvref_t<A>>::type;

}  // namespace gpuc::abi
