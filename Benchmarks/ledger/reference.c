/* What the same transfers cost a plain program: SQLite, prepared statements, a write-ahead log that is synced with every
 * commit, 100 transfers in each. It looks the identity up, reads the payer's balance, writes the transfer and both
 * balances. No tree, no signatures, no history by account.
 *
 *   reference FILE SECONDS [bare]   makes FILE anew; prints how many transfers it did, and in how many seconds
 *
 * "bare" spares the library the locks and the count of its memory that the hub spares it, too.
 */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { accounts = 1000, per_commit = 100 };

static sqlite3 *db;

static void must(int code)
{
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
        fprintf(stderr, "reference: %s\n", sqlite3_errmsg(db));
        exit(1);
    }
}

static sqlite3_stmt *prepared(const char *sql)
{
    sqlite3_stmt *statement;
    must(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void do_once(sqlite3_stmt *statement)
{
    must(sqlite3_step(statement));
    must(sqlite3_reset(statement));
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* xorshift: the same for every run, and nothing beside the rest. */
static uint64_t chance(void)
{
    static uint64_t state = 88172645463325252ULL;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

int main(int count, char **words)
{
    if (count != 3 && count != 4) {
        fprintf(stderr, "usage: reference FILE SECONDS [bare]\n");
        return 2;
    }
    double limit = atof(words[2]);
    remove(words[1]);
    int mutexes = SQLITE_OPEN_FULLMUTEX;
    if (count == 4) {
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        mutexes = SQLITE_OPEN_NOMUTEX;
    }
    must(sqlite3_open_v2(words[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | mutexes, NULL));
    must(sqlite3_exec(db,
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE account (id BLOB PRIMARY KEY, balance INTEGER NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE transfer (id BLOB PRIMARY KEY, debit BLOB NOT NULL, credit BLOB NOT NULL, asset INTEGER NOT NULL,"
        " amount INTEGER NOT NULL, kind INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;",
        NULL, NULL, NULL));
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
    sqlite3_stmt *known = prepared("SELECT 1 FROM transfer WHERE id = ?1");
    sqlite3_stmt *balance = prepared("SELECT balance FROM account WHERE id = ?1");
    sqlite3_stmt *open = prepared("INSERT INTO account (id, balance) VALUES (?1, 1000000000)");
    sqlite3_stmt *move = prepared("INSERT INTO transfer (id, debit, credit, asset, amount, kind, at)"
                                  " VALUES (?1, ?2, ?3, 2, ?4, 4, ?5)");
    sqlite3_stmt *change = prepared("UPDATE account SET balance = balance + ?2 WHERE id = ?1");
    static unsigned char ids[accounts][16];
    do_once(begin);
    for (int number = 0; number < accounts; number++) {
        for (int byte = 0; byte < 16; byte++) ids[number][byte] = (unsigned char)chance();
        must(sqlite3_bind_blob(open, 1, ids[number], 16, SQLITE_STATIC));
        do_once(open);
    }
    do_once(commit);

    uint64_t done = 0, at = 1767225600000ULL;
    double start = seconds(), end;
    do {
        do_once(begin);
        for (int number = 0; number < per_commit; number++, done++) {
            unsigned char id[16];
            /* As clients make them: the time first, so that they come in order. */
            uint64_t time = at + done / 4, random = chance();
            for (int byte = 0; byte < 6; byte++) id[byte] = (unsigned char)(time >> (40 - 8 * byte));
            memcpy(id + 6, &random, 8);
            memcpy(id + 14, &done, 2);
            unsigned debit = (unsigned)(chance() % accounts), credit = (debit + 1 + (unsigned)(chance() % (accounts - 1))) % accounts;
            sqlite3_int64 amount = 1 + (sqlite3_int64)(done % 500);
            must(sqlite3_bind_blob(known, 1, id, 16, SQLITE_STATIC));
            if (sqlite3_step(known) == SQLITE_ROW) exit(1);
            must(sqlite3_reset(known));
            must(sqlite3_bind_blob(balance, 1, ids[debit], 16, SQLITE_STATIC));
            if (sqlite3_step(balance) != SQLITE_ROW || sqlite3_column_int64(balance, 0) < amount) exit(1);
            must(sqlite3_reset(balance));
            must(sqlite3_bind_blob(move, 1, id, 16, SQLITE_STATIC));
            must(sqlite3_bind_blob(move, 2, ids[debit], 16, SQLITE_STATIC));
            must(sqlite3_bind_blob(move, 3, ids[credit], 16, SQLITE_STATIC));
            must(sqlite3_bind_int64(move, 4, amount));
            must(sqlite3_bind_int64(move, 5, (sqlite3_int64)time));
            do_once(move);
            must(sqlite3_bind_blob(change, 1, ids[debit], 16, SQLITE_STATIC));
            must(sqlite3_bind_int64(change, 2, -amount));
            do_once(change);
            must(sqlite3_bind_blob(change, 1, ids[credit], 16, SQLITE_STATIC));
            must(sqlite3_bind_int64(change, 2, amount));
            do_once(change);
        }
        do_once(commit);
        end = seconds();
    } while (end - start < limit);
    printf("%llu %.6f\n", (unsigned long long)done, end - start);
    return 0;
}
