// fake: full
int main() {}
