// fake: device
// kernel scale
int one() { return 1; }
