namespace lib {
int helper(int);
}

int main() {
  return lib::helper(1);
}
