#pragma once
#include <sqlite3.h>

// sqlite3_config is variadic. Without its count of memory in use SQLite takes no lock of all connections for each
// piece; too late once a connection was opened.
static inline void hearth_sqlite3_count_no_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// sqlite3_db_config is variadic.
static inline void hearth_sqlite3_strict(sqlite3 *connection) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
