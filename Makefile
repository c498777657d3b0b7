# Everything that is done with Hearth's source by hand. `make` alone lists it.
# Run with other flags:  make run ARGS="--speed 20"
#                        make serve ARGS="--listen 0.0.0.0:8443 --tls-cert cert.pem --tls-key key.pem"

ARGS ?=
FUZZ_SECONDS ?= 600
KILLS ?= 50
CALLS ?= 20
RUNS ?= 20
release := .build/release/hearth

.DEFAULT_GOAL := help
.PHONY: help run serve build web basemap world engines region passwords test check flakes crash floods simulation fuzz fuzz-api bench format docs clean packages test-packages bench-packages deb

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | while IFS='	' read -r name what; do \
		printf '  make %-10s %s\n' "$$name" "$$what"; done

run: build region ## install what is missing, build, and show a made-up family on http://127.0.0.1:8080 (ARGS="..." for flags)
	$(release) demo $(or $(ARGS),--start 7:30 --speed 5)

serve: build ## the same with an empty hub of your own, its data in ./hearth-data
	$(release) serve $(ARGS)

build: packages web basemap world passwords engines ## install what is missing and build the hub with its page: .build/release/hearth
	swift build -c release --product hearth

web: packages ## build the web page that the hub serves: .build/web
	Scripts/build-web

basemap: packages ## make the map of the demo's region: .build/region/liechtenstein.mbtiles
	Scripts/build-basemap

region: build ## make map and roads of the demo's region: .build/region/demo
	@[ -f .build/region/demo/region/home/manifest.json ] || \
		$(release) region import Region/liechtenstein-2013.osm.pbf --data .build/region/demo

world: ## put the map and the towns of the world beside the program: .build/world.mbtiles, .build/towns.sqlite
	@install -D -m 644 World/world.mbtiles .build/world.mbtiles
	@[ .build/towns.sqlite -nt World/towns.sqlite.xz ] || \
		{ xz --decompress --stdout World/towns.sqlite.xz > .build/towns.part && mv .build/towns.part .build/towns.sqlite; }

engines: packages ## fetch what finds ways: .build/valhalla
	Scripts/build-engines

passwords: packages ## list the passwords that nobody may choose: .build/passwords.txt
	Scripts/build-passwords

deb: build ## make a Debian package of it: .build/deb
	Scripts/install-packages --deb
	Scripts/build-deb

test: check ## the same as check

check: test-packages ## install what is missing and run all that decides whether a change is sound
	./check

flakes: build test-packages ## run one part 20 times under load and count failures (TARGET=HubTests.SafetyTests or test_trips.py, RUNS=n)
	swift build --build-tests
	HEARTH_BINARY=$(abspath $(release)) Scripts/flakes $(or $(TARGET),$(error TARGET=... names a test target, a suite or a file of page tests)) $(RUNS)

crash: build ## kill -9 the hub 50 times under load and 20 times during calls for help, and count what was lost (KILLS=n, CALLS=n)
	HEARTH_BINARY=$(abspath $(release)) HEARTH_KILLS=$(KILLS) swift test --filter 'EndToEndTests.(Crash|LedgerCrash)'
	HEARTH_BINARY=$(abspath $(release)) HEARTH_KILLS=$(CALLS) swift test --filter EndToEndTests.SafetyCrash
	HEARTH_SWEEP=1 swift test --filter LedgerDiskTests

floods: build packages engines ## call for help beside 12 000 dripping connections, a 4 GiB import and all else at once (about 5 minutes)
	HEARTH_BINARY=$(abspath $(release)) HEARTH_SWEEP=1 swift test --filter EndToEndTests.FloodTests

simulation: ## 10 000 trips through crashes, lost phones and failing providers, and 100 stories with each PIN
	HEARTH_SWEEP=1 swift test --filter 'TripSimulationTests|SafetyPropertyTests|DuressTwinTests|HubTests.(ClockStep|KilledHub)|F28'

fuzz: packages ## feed the readers of phone payloads hostile bytes, 10 minutes each (FUZZ_SECONDS=n)
	Tests/Fuzz/run $(FUZZ_SECONDS)

fuzz-api: build test-packages ## let schemathesis loose on a throwaway hub, led by openapi.yaml
	Scripts/fuzz-api $(release)

bench: build bench-packages ## measure the figures of docs/performance.md, each beside its reference (about five minutes)
	$(release) bench

docs: ## write the client library's documentation: .build/docs/HearthClient
	Scripts/build-docs

format: ## bring the Swift sources into the house's shape
	swift format -i -p -r Sources Tests Web/core Web/ledger Package.swift

clean: ## remove what was built; data in hearth-data stays
	rm -rf .build .venv

packages:
	@Scripts/install-packages

test-packages:
	@Scripts/install-packages --tests

bench-packages:
	@Scripts/install-packages --bench
