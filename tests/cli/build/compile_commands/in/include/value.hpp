inline int value = 1;
