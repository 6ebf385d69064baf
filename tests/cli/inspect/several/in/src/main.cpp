// fake: device
// kernel vecadd
// kernel scale
int main() {}
