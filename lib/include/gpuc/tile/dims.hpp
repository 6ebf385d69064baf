/// Names for the extents of tensors.
#pragma once

#include <cstddef>

namespace gpuc {

/// The name of an extent, as a template argument.
template <std::size_t N>
struct dim_name {
  char text[N];

  constexpr dim_name(const char (&name)[N]) noexcept : text{} {
    for (std::size_t i = 0; i < N; ++i) text[i] = name[i];
  }
  constexpr bool empty() const noexcept { return N == 1; }
  friend constexpr bool operator==(const dim_name&, const dim_name&) = default;
};

/// Names of a parameter's extents, slowest first. Where one name stands on several parameters, every launch checks
/// that the extents are equal (GPUC0601), and the kernel relies on it: positions along one carry over to the other.
template <dim_name... Names>
struct dims {
  static_assert(sizeof...(Names) >= 1 && sizeof...(Names) <= 3, "a tensor of a kernel has one to three axes");
  static constexpr unsigned rank = sizeof...(Names);
};

namespace detail {

template <unsigned Rank>
struct no_names;
template <>
struct no_names<1> {
  using type = dims<"">;
};
template <>
struct no_names<2> {
  using type = dims<"", "">;
};
template <>
struct no_names<3> {
  using type = dims<"", "", "">;
};

template <unsigned I, class D>
struct name_at;
template <unsigned I, dim_name First, dim_name... Rest>
struct name_at<I, dims<First, Rest...>> : name_at<I - 1, dims<Rest...>> {};
template <dim_name First, dim_name... Rest>
struct name_at<0, dims<First, Rest...>> {
  static constexpr auto value = First;
};

}  // namespace detail
}  // namespace gpuc
