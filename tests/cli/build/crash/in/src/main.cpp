// fake: crash
int main() {}
