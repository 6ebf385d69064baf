// fake: device
// kernel vecadd
int main() {}
