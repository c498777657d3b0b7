import Foundation
import Testing

/// A clock that can be set for one hub under test: a preloaded library adds an offset to the wall's time alone.
///
/// Elapsed time and the kernel's timers stay what they are, as where a machine's clock is set. libfaketime does not do for
/// this: it shifts timers of elapsed time too, so that whatever sleeps in a program never wakes (timerfd_settime(2)).
struct SetClock: Sendable {
    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long offset(void) {
            char text[32] = {0};
            int file = open(getenv("CLOCK_OFFSET_FILE"), O_RDONLY | O_CLOEXEC);
            if (file < 0) abort();
            if (read(file, text, sizeof text - 1) <= 0) abort();
            close(file);
            return atol(text);
        }

        int clock_gettime(clockid_t clock, struct timespec *now) {
            int failed = syscall(SYS_clock_gettime, clock, now);
            if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset();
            return failed;
        }

        int gettimeofday(struct timeval *now, void *zone) {
            struct timespec precise;
            clock_gettime(CLOCK_REALTIME, &precise);
            now->tv_sec = precise.tv_sec;
            now->tv_usec = precise.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *now) {
            struct timespec precise;
            clock_gettime(CLOCK_REALTIME, &precise);
            if (now) *now = precise.tv_sec;
            return precise.tv_sec;
        }
        """

    private let offsetPath: String
    private let libraryPath: String

    /// Compiles the library into a folder; the clock is right at first.
    init(in folder: HubFolder) async throws {
        offsetPath = folder.path + "/clock-offset"
        libraryPath = folder.path + "/clock.so"
        let sourcePath = folder.path + "/clock.c"
        try Data(Self.source.utf8).write(to: URL(filePath: sourcePath))
        let made = try await Program("clang", ["-O1", "-shared", "-fPIC", "-o", libraryPath, sourcePath]).end()
        try #require(made.status == 0, "\(made.errors)")
        try set(aheadSeconds: 0)
    }

    /// What a hub is started with so that it goes by this clock.
    var environment: [String: String] { ["LD_PRELOAD": libraryPath, "CLOCK_OFFSET_FILE": offsetPath] }

    /// Sets the clock, of hubs that run already too.
    func set(aheadSeconds: Int) throws {
        try Data("\(aheadSeconds)".utf8).write(to: URL(filePath: offsetPath), options: .atomic)
    }
}
