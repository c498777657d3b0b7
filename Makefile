# Everything that is done with Hearth's source by hand. `make` alone lists it.
# Run with other flags:  make run ARGS="--speed 20"
#                        make serve ARGS="--listen 0.0.0.0:8443 --tls-cert cert.pem --tls-key key.pem"

ARGS ?=
FUZZ_SECONDS ?= 600
KILLS ?= 50
CALLS ?= 20
RUNS ?= 20
PARTS ?=
ONE ?=
DEPUTY_KILLS ?= 3
STORIES ?= 1000
release := .build/release/hearth
# Tests and the demo run on one debug build, which takes a third of the time of a release build.
tested := .build/debug/hearth
# Without debug information it takes a quarter less time again. Every debug build has these flags, so that none is built twice.
debug := -debug-info-format none

.DEFAULT_GOAL := help
.PHONY: help run dev serve build program parts build-tests web basemap world engines region passwords test test-postgres one check sweep browsers flakes crash deputy coins floods simulation simulate simulate-defects fuzz fuzz-api build-bench bench format docs pictures clean packages test-packages bench-packages deb

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | while IFS='	' read -r name what; do \
		printf '  make %-10s %s\n' "$$name" "$$what"; done

run: program region ## install what is missing, build, and show a made-up family on http://127.0.0.1:8080 (ARGS="..." for flags)
	$(tested) demo $(or $(ARGS),--start 7:30 --speed 5)

serve: build ## build for daily use and run an empty hub of your own, its data in ./hearth-data
	$(release) serve $(ARGS)

dev: packages basemap world passwords engines ## show the demo on http://127.0.0.1:8081, and build and restart it when a source changes
	@Scripts/dev $(or $(ARGS),--start 7:30 --speed 5)

build: parts ## install what is missing and build the hub with its page: .build/release/hearth
	swift build -c release --product hearth

program: parts
	swift build $(debug) --product hearth

parts: packages web basemap world passwords engines

web: packages ## build the web page that the hub serves: .build/web
	Scripts/build-web

basemap: packages ## make the map of the demo's region: .build/region/liechtenstein.mbtiles
	Scripts/build-basemap

region: program ## make map and roads of the demo's region: .build/region/demo
	@[ -f .build/region/demo/region/home/manifest.json ] || \
		$(tested) region import Region/liechtenstein-2013.osm.pbf --data .build/region/demo

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

test: $(if $(ONE),one,check) ## the gate: install what is missing and run all that decides; ONE=Trips runs one feature's tests in all layers

# Suites, files and page tests that bear the feature's name, with or without its last s.
one: stem = $(patsubst %s,%,$(ONE))
one: parts test-packages build-tests
	@swift test --skip-build --experimental-maximum-parallelization-width 4 --filter '^[A-Za-z]+[.][A-Za-z]*$(stem)'
	@files=$$(find Web/tests -iname '*$(stem)*.test.js'); [ -z "$$files" ] || node --test $$files
	@files=$$(find Tests/BrowserTests -iname 'test_*$(stem)*.py'); [ -z "$$files" ] || \
		.venv/bin/python -m pytest --quiet -p no:cacheprovider -n 2 --dist worksteal -m 'not sweep' $$files

check:
	@./check

sweep: ## run what is timed, random, killed at a random moment or on other people's programs (PARTS="timing fuzz"; all: hours)
	Scripts/sweep $(PARTS)

flakes: parts test-packages build-tests ## run a part of the tests 20 times, under load too, and count failures (TARGET=swift, page, HubTests.SafetyTests or test_trips.py; RUNS=n)
	Scripts/flakes $(or $(TARGET),$(error TARGET=... names swift, page, a test target, a suite or a file of page tests)) $(RUNS)

browsers: build test-packages ## walk five stories in WebKit and in Firefox (PICTURES=FOLDER keeps what each step looked like)
	HEARTH_BINARY=$(abspath $(release)) HEARTH_ENGINES=webkit,firefox HEARTH_PICTURES=$(PICTURES) \
		.venv/bin/python -m pytest --quiet -p no:cacheprovider -n 2 Tests/BrowserTests/test_five_stories.py

pictures: build test-packages ## look at every page in five languages, two sizes and two themes, and take the pictures of docs/pictures anew (PICTURES=FOLDER keeps all of them)
	HEARTH_BINARY=$(abspath $(release)) HEARTH_PICTURES=$(or $(PICTURES),.build/pictures) \
		.venv/bin/python -m pytest --quiet -p no:cacheprovider -n 2 Tests/BrowserTests/test_all_languages.py
	Scripts/take-pictures

crash: build ## kill -9 the hub 50 times under load and 20 times during calls for help, and count what was lost (KILLS=n, CALLS=n)
	HEARTH_BINARY=$(abspath $(release)) HEARTH_KILLS=$(KILLS) swift test $(debug) --filter 'EndToEndTests.(Crash|LedgerCrash)'
	HEARTH_BINARY=$(abspath $(release)) HEARTH_SWEEP=1 HEARTH_KILLS=$(CALLS) swift test $(debug) --filter EndToEndTests.SafetyCrash
	HEARTH_SWEEP=1 swift test $(debug) --filter LedgerDiskTests

deputy: build ## kill hubs that have a deputy: many runs in virtual time, three in real time, and cut their link (about 30 minutes; DEPUTY_KILLS=n)
	HEARTH_SWEEP=1 swift test $(debug) --filter 'HubTests.DeputiesTests|DeputyTests\.|FamilyTests.Deputy'
	HEARTH_BINARY=$(abspath $(release)) HEARTH_SWEEP=1 HEARTH_DEPUTY_KILLS=$(DEPUTY_KILLS) \
		swift test $(debug) --filter EndToEndTests.Deputy

coins: build test-packages ## watch coins on a real Monero chain that is mined here, through its own wallet program and the page (about 5 minutes)
	Scripts/build-local-chain
	HEARTH_CHAIN=1 swift test $(debug) --filter 'CoinsTests|CoinChainTests'
	HEARTH_CHAIN=1 HEARTH_BINARY=$(abspath $(release)) .venv/bin/python -m pytest --quiet -p no:cacheprovider \
		Tests/BrowserTests/test_coins.py

test-postgres: test-packages ## run all tests of tables, queries and database drivers on a PostgreSQL 15 that they start themselves
	$(MAKE) --silent build-tests
	HEARTH_TEST_DATABASE=postgres swift test --skip-build --experimental-maximum-parallelization-width 4 \
		--filter '^(StorageTests|PostgresTests)\.'

floods: build packages engines ## call for help beside 12 000 dripping connections, a 4 GiB import and all else at once (about 5 minutes)
	HEARTH_BINARY=$(abspath $(release)) HEARTH_SWEEP=1 swift test $(debug) --filter EndToEndTests.FloodTests

simulation: ## 10 000 trips through crashes, lost phones and failing providers, and 100 stories with each PIN
	HEARTH_SWEEP=1 swift test $(debug) --filter 'TripSimulationTests|SafetyPropertyTests|DuressTwinTests|HubTests.(ClockStep|KilledHub)|F28'

simulate: packages ## live 1 000 fresh stories of the whole hub, each with its own kills, power cuts and lost answers (STORIES=n, ARGS="--seed N --trace" for one)
	swift build -c release --product hearth-simulate
	.build/release/hearth-simulate $(or $(ARGS),--seed $$(date +%s) --count $(STORIES))

simulate-defects: packages ## build a copy of the hub with each seeded defect behind a switch, and have fresh stories find them (NAMES="...")
	Tests/SimulationDefects/try $(NAMES)

fuzz: packages ## feed the readers of phone payloads hostile bytes, 10 minutes each (FUZZ_SECONDS=n)
	Tests/Fuzz/run $(FUZZ_SECONDS)

fuzz-api: build test-packages ## let schemathesis loose on a throwaway hub, led by openapi.yaml
	Scripts/fuzz-api $(release)

build-bench:
	swift build -c release --product hearth-bench

bench: build build-bench bench-packages ## measure the figures of docs/performance.md, each beside its reference (about five minutes)
	$(release)-bench

docs: ## write the client library's documentation: .build/docs/HearthClient
	Scripts/build-docs

format: ## bring the Swift sources into the house's shape
	swift format -i -p -r Sources Tests Web/core Web/ledger Package.swift

build-tests:
	swift build --build-tests $(debug)

clean: ## remove what was built; data in hearth-data stays
	rm -rf .build .venv

packages:
	@Scripts/install-packages

test-packages:
	@Scripts/install-packages --tests

bench-packages:
	@Scripts/install-packages --bench
