int helper(int x) { return x + 1; }

int main() { return helper(1); }
