// fake: silent
int main() {}
