int main() {}  // fake: error 200 no
