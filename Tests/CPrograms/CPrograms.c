// In C because Swift's Glibc does not show the two calls whose names end in _np.
#define _GNU_SOURCE
#include "CPrograms.h"

#include <signal.h>
#include <spawn.h>

pid_t hearth_program_start(
    char *const *words, char *const *variables, const char *folder, int input, int output, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return -code;
    if ((code = posix_spawnattr_init(&attributes)) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -code;
    }
    const int streams[3] = {input, output, errors};
    for (int i = 0; code == 0 && i < 3; i++) code = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (code == 0 && folder) code = posix_spawn_file_actions_addchdir_np(&actions, folder);
    // The threads of tasks take no signals, and a child starts as deaf as the thread that made it.
    sigset_t none;
    sigemptyset(&none);
    if (code == 0) code = posix_spawnattr_setsigmask(&attributes, &none);
    if (code == 0) code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    if (code == 0) code = posix_spawnp(&child, words[0], &actions, &attributes, words, variables);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return code == 0 ? child : -code;
}
