#pragma once
#include <stdint.h>

/// What a program did to what is in a folder, call by call, and what a disk whose power fails keeps of it.
///
/// The program is followed by ptrace(2): it is the one that people get, and no call of it is missed. What it writes to memory
/// that it shares with a file is: SQLite does so to the index of its log alone, which it makes anew after a crash.
typedef struct recording recording;

/// Runs a program to its end and writes down, in order, each call by which it changes something in `folder`; NULL where it
/// cannot be followed here.
///
/// `words` ends with NULL, and begins with a path. What the program prints goes to the file `output`. With `killAt` from 0 on
/// it is killed before that change, counted from the first one whose words begin with `from`; with `endsWhenSaid`, as soon
/// as it has printed something on its standard output.
recording *recording_make(
    char *const *words, const char *folder, const char *output, const char *from, int64_t killAt, int endsWhenSaid);

/// How many changes there were.
int64_t recording_count(const recording *all);

/// A change in words, with paths from the folder on, such as "rename key.new key".
const char *recording_words(const recording *all, int64_t number);

/// How many changes came before the first that the program printed on its standard output; all where it printed nothing.
int64_t recording_said(const recording *all);

/// The exit code, or below zero the signal that ended the program.
int recording_status(const recording *all);

void recording_free(recording *all);

/// Writes to `to`, which is made, what a disk has in the folder after its power failed behind the first `steps` changes; 0,
/// or -1 where that cannot be written.
///
/// `before` is a copy of what was in the folder at first, all of it on the disk. Of what was not synced since, seeds 0 to 3
/// keep nothing, the names, the contents, or everything; others keep, tear or lose it by chance. Names of one folder come in
/// their order or not at all. With `only` nothing but the file of that path in the folder is written, where it is there.
int recording_cut(
    const recording *all, int64_t steps, uint64_t seed, const char *before, const char *to, const char *only);
