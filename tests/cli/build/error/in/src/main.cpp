int main() {
	return zero;  // fake: error 200 use of undeclared identifier 'zero'
}
