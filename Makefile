# For those who have make; scripts/run and scripts/test do without it.
PREFIX ?= /usr/local
DESTDIR ?=

help:
	@echo "make run      set up, build, watch the feeds of feeds.json"
	@echo "make test     set up, build, check the style, run every test"
	@echo "make build    the release binary, .build/release/feedherald"
	@echo "make lint     check the style"
	@echo "make bench    measure against the limits and peers named in Benchmarks/"
	@echo "make fuzz     feed the parser broken documents"
	@echo "make install  install below PREFIX=$(PREFIX)"
	@echo "make deb      a Debian package in .build/deb"
	@echo "make clean    remove what was built"

run:
	scripts/run

test:
	scripts/test

build:
	scripts/setup build
	swift build -c release --static-swift-stdlib --product feedherald

lint:
	swift format lint --strict --recursive Package.swift Sources Tests

bench:
	Benchmarks/run

fuzz:
	scripts/fuzz

install: build
	PREFIX="$(PREFIX)" scripts/install "$(DESTDIR)$(PREFIX)"

deb: build
	scripts/deb

clean:
	rm -rf .build

.PHONY: help run test build lint bench fuzz install deb clean
