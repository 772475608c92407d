# The habits of this project. `make` runs what should hold before every commit.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME    = 10s
CHECKS      = 2000
RANDOM_TIME = 30s
RATIOS      =

.PHONY: all test fmt vet lint tidy race props 386 cross fuzz conform bench pgo

all: fmt vet lint test

test: ## what README tells a newcomer to run
	go test ./...

fmt: ## fails, naming the files, if any is not gofmt's
	@files=$$(gofmt -l .); test -z "$$files" || { echo "gofmt: $$files" >&2; exit 1; }

vet:
	go vet ./...

lint:
	go run $(STATICCHECK) ./...

tidy:
	go mod tidy -diff

race: ## without the scripts that start a port for every vector, which test conformance alone
	go test -race $$(go list ./... | grep -v cmd/calcheck)
	go test -race -short ./cmd/calcheck

props: ## the properties, over many more examples
	go test . -rapid.checks=$(CHECKS)

386: ## the root package where an int has 32 bits; where the kernel runs no such program, compiled only
	GOARCH=386 CGO_ENABLED=0 go test -short -c -o bin/386.test .
	@bash -c 'bin/386.test -test.short; status=$$?; \
		[ $$status -ne 126 ] || { echo "not run: this kernel executes no 386 program"; exit 0; }; exit $$status'

cross: ## vendored by others, so it builds where they do
	GOOS=windows GOARCH=amd64 go vet ./...
	GOOS=darwin GOARCH=arm64 go build ./...
	GOOS=js GOARCH=wasm go vet .
	GOOS=wasip1 GOARCH=wasm go build .
	GOOS=plan9 GOARCH=amd64 go build .
	GOOS=js GOARCH=wasm go vet ./conformance

fuzz: ## each target for FUZZTIME; make fuzz FUZZTIME=10m before a release
	@for target in $$(go test -list '^Fuzz' . | grep '^Fuzz'); do \
		go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) . || exit 1; \
	done

conform: ## the suite against the ports in examples, then random input
	go build -o bin/calcheck ./cmd/calcheck
	bin/calcheck conform -- python3 examples/port-python/port.py
	bin/calcheck conform --random $(RANDOM_TIME) -- python3 examples/port-python/port.py
	bin/calcheck conform --deviations examples/port-js/deviations.txt -- node examples/port-js/port.mjs

bench: ## minutes, and 3 GB of files; make bench RATIOS='-dir benchdata -large' keeps the files and adds 100 million rows
	go test -run '^$$' -bench . -benchmem . ./cmd/calcheck
	go run ./internal/bench ratios $(RATIOS)

pgo: ## the profile that the compiler optimises calcheck by; make again when the hot path has changed
	go test -run '^$$' -bench . -benchtime 10s -pgo off -trimpath -o /tmp/calcheck.test -cpuprofile cmd/calcheck/default.pgo ./cmd/calcheck
