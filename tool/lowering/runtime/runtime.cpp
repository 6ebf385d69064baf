// What kernels call without naming it and neither PTX nor libdevice has: the memory functions of the C library that
// are not LLVM intrinsics, and compiler-rt's complex arithmetic. Compiled to bitcode for NVPTX when gpuc is built;
// `lower-math` links what a kernel needs. Complex results follow annex G of the C standard, as on the host.

using Size = unsigned long;

extern "C" {

int memcmp(const void* left, const void* right, Size count) {
  auto* a = static_cast<const unsigned char*>(left);
  auto* b = static_cast<const unsigned char*>(right);
  for (Size i = 0; i < count; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

int bcmp(const void* left, const void* right, Size count) {
  auto* a = static_cast<const unsigned char*>(left);
  auto* b = static_cast<const unsigned char*>(right);
  for (Size i = 0; i < count; ++i)
    if (a[i] != b[i]) return 1;
  return 0;
}

void* memchr(const void* memory, int value, Size count) {
  auto* bytes = static_cast<const unsigned char*>(memory);
  for (Size i = 0; i < count; ++i)
    if (bytes[i] == static_cast<unsigned char>(value)) return const_cast<unsigned char*>(bytes + i);
  return nullptr;
}

Size strlen(const char* text) {
  Size length = 0;
  while (text[length]) ++length;
  return length;
}

}  // extern "C"

namespace {

template <class T>
struct Complex {
  T real, imaginary;
};

template <class T>
T signOf(T magnitude, T sign) {
  if constexpr (sizeof(T) == 4)
    return __builtin_copysignf(magnitude, sign);
  else
    return __builtin_copysign(magnitude, sign);
}

template <class T>
T absolute(T x) {
  return signOf(x, T(1));
}

// 1 for an infinity, 0 for all else, with the sign of x: what annex G calls boxing the infinity.
template <class T>
T boxed(T x) {
  return signOf(T(__builtin_isinf(x) ? 1 : 0), x);
}

template <class T>
T zeroIfNan(T x) {
  return __builtin_isnan(x) ? signOf(T(0), x) : x;
}

template <class T>
constexpr T infinity = static_cast<T>(__builtin_inf());

template <class T>
Complex<T> multiply(T a, T b, T c, T d) {
  T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  T x = ac - bd, y = ad + bc;
  if (!(__builtin_isnan(x) && __builtin_isnan(y))) return {x, y};
  bool recalculate = false;
  if (__builtin_isinf(a) || __builtin_isinf(b)) {
    a = boxed(a), b = boxed(b), c = zeroIfNan(c), d = zeroIfNan(d);
    recalculate = true;
  }
  if (__builtin_isinf(c) || __builtin_isinf(d)) {
    c = boxed(c), d = boxed(d), a = zeroIfNan(a), b = zeroIfNan(b);
    recalculate = true;
  }
  // A product overflowed although no part is infinite.
  if (!recalculate && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
    a = zeroIfNan(a), b = zeroIfNan(b), c = zeroIfNan(c), d = zeroIfNan(d);
    recalculate = true;
  }
  if (!recalculate) return {x, y};
  return {infinity<T> * (a * c - b * d), infinity<T> * (a * d + b * c)};
}

// The exponent of a finite positive number, as logb; of 0, infinity and NaN nothing that scaling would use.
inline int exponentOf(float x) {
  int exponent;
  (void)__builtin_frexpf(x, &exponent);
  return exponent - 1;
}
inline int exponentOf(double x) {
  int exponent;
  (void)__builtin_frexp(x, &exponent);
  return exponent - 1;
}
inline float scaled(float x, int by) { return __builtin_ldexpf(x, by); }
inline double scaled(double x, int by) { return __builtin_ldexp(x, by); }

template <class T>
Complex<T> divide(T a, T b, T c, T d) {
  T largest = absolute(c) > absolute(d) || __builtin_isnan(d) ? absolute(c) : absolute(d);
  int scale = 0;
  if (largest > 0 && !__builtin_isinf(largest)) {
    scale = exponentOf(largest);
    c = scaled(c, -scale);
    d = scaled(d, -scale);
  }
  T denominator = c * c + d * d;
  T x = scaled((a * c + b * d) / denominator, -scale);
  T y = scaled((b * c - a * d) / denominator, -scale);
  if (!(__builtin_isnan(x) && __builtin_isnan(y))) return {x, y};
  if (denominator == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b)))
    return {signOf(infinity<T>, c) * a, signOf(infinity<T>, c) * b};
  if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
    a = boxed(a), b = boxed(b);
    return {infinity<T> * (a * c + b * d), infinity<T> * (b * c - a * d)};
  }
  if (__builtin_isinf(largest) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
    c = boxed(c), d = boxed(d);
    return {T(0) * (a * c + b * d), T(0) * (b * c - a * d)};
  }
  return {x, y};
}

}  // namespace

// The results travel as x86-64 code expects them: a double complex in two registers, a float complex packed in one.
extern "C" {

using PackedFloats = float __attribute__((vector_size(8)));

PackedFloats __mulsc3(float a, float b, float c, float d) {
  Complex<float> result = multiply(a, b, c, d);
  return PackedFloats{result.real, result.imaginary};
}

PackedFloats __divsc3(float a, float b, float c, float d) {
  Complex<float> result = divide(a, b, c, d);
  return PackedFloats{result.real, result.imaginary};
}

// The language's own complex type, for its plain pair of results; no arithmetic is done in it.
double _Complex __muldc3(double a, double b, double c, double d) {
  Complex<double> result = multiply(a, b, c, d);
  return __builtin_complex(result.real, result.imaginary);
}

double _Complex __divdc3(double a, double b, double c, double d) {
  Complex<double> result = divide(a, b, c, d);
  return __builtin_complex(result.real, result.imaginary);
}

}  // extern "C"
