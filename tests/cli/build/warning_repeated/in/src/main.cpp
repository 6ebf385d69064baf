int main() {
  int x;  // fake: warning 200 unused variable 'x'
}
