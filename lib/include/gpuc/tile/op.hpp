/// Work that is described now and done later.
#pragma once

#include "gpuc/abi/tile_launch.h"
#include "gpuc/context.hpp"
#include "gpuc/stream.hpp"

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpuc {

template <class T>
class op;

namespace detail {

/// What an operation does, behind one type.
template <class T>
struct op_node {
  virtual ~op_node() = default;
  virtual T run(const stream& on) = 0;
};

template <class T, class F>
struct op_call final : op_node<T> {
  explicit op_call(F&& function) : function(std::move(function)) {}
  T run(const stream& on) override { return function(on); }
  F function;
};

template <class X>
inline constexpr bool is_op = false;
template <class T>
inline constexpr bool is_op<op<T>> = true;

template <class X>
inline constexpr bool is_tuple = false;
template <class... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;

template <class X>
struct op_value {
  using type = X;
};
template <class T>
struct op_value<op<T>> {
  using type = T;
};

/// An operation that calls `function(stream)`.
template <class F>
auto make_op(F function);

/// The default stream of the context that operations without a stream run in.
stream operation_stream();

/// Waits for the stream. False where the wait failed.
bool wait_quietly(const stream& on) noexcept;

}  // namespace detail

/// A lazy operation with a result of type T: nothing happens before one of the functions that run it. It owns what it
/// works on until that is finished on the device, wherever the wait is; what it drops on the way is freed in the
/// order of the stream, behind the work that uses it.
/// Lifetime: the destructor of an operation that was started and not waited for waits. Runs once.
/// Threads: one thread at a time.
template <class T>
class [[nodiscard("an operation does nothing before it is run: call sync_on(stream)")]] op {
 public:
  using value_type = T;

  /// For make_op.
  explicit op(detail::op_node<T>* adopted) noexcept : node_(adopted) {}
  op(op&& other) noexcept
      : node_(std::exchange(other.node_, nullptr)), started_(std::exchange(other.started_, std::nullopt)),
        result_(std::exchange(other.result_, std::nullopt)) {}
  op& operator=(op&& other) noexcept {
    if (this != &other) {
      finish();
      node_ = std::exchange(other.node_, nullptr);
      started_ = std::exchange(other.started_, std::nullopt);
      result_ = std::exchange(other.result_, std::nullopt);
    }
    return *this;
  }
  ~op() { finish(); }

  /// Runs it and waits. Sync: waits for `on`.
  /// Throws: what the work throws, and gpuc::device_error for a fault that a kernel reported.
  T sync_on(const stream& on) {
    T result = run(on);
    on.synchronize();
    return result;
  }
  /// The same on the default stream of a context of the program's own, or the wait for what start_on began.
  T sync() {
    if (!started_) return sync_on(detail::operation_stream());
    stream on = *std::exchange(started_, std::nullopt);
    std::optional<T> result = std::exchange(result_, std::nullopt);
    on.synchronize();
    return std::move(*result);
  }
  /// Puts the work on a stream of `in` and returns; `sync` gives the result. Sync: asynchronous on a GPU.
  op& start_on(const context& in) {
    stream on = in.new_stream();
    result_.emplace(run(on));
    started_.emplace(std::move(on));
    return *this;
  }

  /// For operations made of others: does the work without waiting.
  T run(const stream& on) {
    if (node_ == nullptr) detail::operation_spent();
    struct owner {
      detail::op_node<T>* node;
      ~owner() { delete node; }
    } owned{std::exchange(node_, nullptr)};
    return owned.node->run(on);
  }

  /// What `function` makes of the result, a value or another operation, on the same stream.
  template <class F>
  auto then(F function) && {
    return detail::make_op([self = std::move(*this), function = std::move(function)](const stream& on) mutable {
      using made = decltype(function(std::declval<T>()));
      if constexpr (detail::is_op<made>)
        return function(self.run(on)).run(on);
      else
        return function(self.run(on));
    });
  }

  /// One element of a tuple; the others are dropped.
  template <std::size_t I>
  auto get() &&
    requires detail::is_tuple<T>
  {
    return std::move(*this).then([](T&& all) { return std::get<I>(std::move(all)); });
  }
  auto first() &&
    requires detail::is_tuple<T>
  {
    return std::move(*this).template get<0>();
  }

  /// Of a partitioned tensor: the tensor.
  auto unpartition() &&
    requires requires(T value) { std::move(value).unpartition(); }
  {
    return std::move(*this).then([](T&& value) { return std::move(value).unpartition(); });
  }
  /// Of a tensor: its elements.
  auto to_host() &&
    requires requires(T value) { std::move(value).to_host(); }
  {
    return std::move(*this).then([](T&& value) { return std::move(value).to_host(); });
  }
  /// Of a tensor: cut into tiles, as the output of another launch.
  template <class S>
  auto partition(S tile) &&
    requires requires(T value) { std::move(value).partition(tile); }
  {
    return std::move(*this).then([tile](T&& value) { return std::move(value).partition(tile); });
  }

 private:
  void finish() noexcept {
    delete std::exchange(node_, nullptr);
    // What the work reads and writes is ours, so it must be done before it goes.
    if (started_) detail::wait_quietly(*started_);
    result_.reset();
    started_.reset();
  }

  detail::op_node<T>* node_;
  std::optional<stream> started_;
  std::optional<T> result_;
};

namespace detail {

template <class F>
auto make_op(F function) {
  using value = decltype(function(std::declval<const stream&>()));
  static_assert(!std::is_void_v<value>, "what an operation does must give a value");
  return op<value>(new op_call<value, F>(std::move(function)));
}

}  // namespace detail

/// All of them, one after the other on one stream; the result is the tuple of their results.
template <class... T>
auto when_all(op<T>... operations) {
  return detail::make_op(
      [... all = std::move(operations)](const stream& on) mutable { return std::tuple<T...>{all.run(on)...}; });
}

}  // namespace gpuc
