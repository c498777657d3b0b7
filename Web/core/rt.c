// What compiled Swift asks of the machine below it, for a browser where there is none: memory, copying and chance.
// Written for core.wasm alone: one thread, calls that end soon, and a page that throws the instance away if it traps.
#include <stddef.h>
#include <stdint.h>

#define PAGE 65536u
#define HEADER 16u
#define CLASSES 28

extern unsigned char __heap_base;

// Blocks of 2^n bytes, header included; each size has a list of free ones. The header keeps n.
static struct free_block { struct free_block *next; } *free_blocks[CLASSES];
static uintptr_t next_byte, end_byte;

static void *fresh_block(uintptr_t size) {
    if (next_byte == 0) {
        next_byte = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        end_byte = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    }
    if (end_byte - next_byte < size) {
        uintptr_t pages = (size - (end_byte - next_byte) + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (uintptr_t)-1) return NULL;
        end_byte += pages * PAGE;
    }
    void *block = (void *)next_byte;
    next_byte += size;
    return block;
}

void *malloc(size_t size) {
    unsigned n = 5;
    while (n < CLASSES && ((uintptr_t)1 << n) < size + HEADER) n++;
    if (n == CLASSES) return NULL;
    unsigned char *block = (unsigned char *)free_blocks[n];
    if (block) free_blocks[n] = free_blocks[n]->next;
    else block = fresh_block((uintptr_t)1 << n);
    if (!block) return NULL;
    *(uint32_t *)block = n;
    return block + HEADER;
}

void free(void *memory) {
    if (!memory) return;
    unsigned char *start = (unsigned char *)memory - HEADER;
    unsigned n = *(uint32_t *)start;
    struct free_block *block = (struct free_block *)start;
    block->next = free_blocks[n];
    free_blocks[n] = block;
}

// Where the page puts what it passes in and reads what it gets: one buffer, valid until a larger one is asked for.
__attribute__((export_name("buffer"))) void *buffer(uint32_t size) {
    static void *memory;
    static uint32_t room;
    if (size <= room) return memory;
    free(memory);
    room = 0;
    memory = malloc(size);
    if (!memory) __builtin_trap();
    room = size;
    return memory;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    // Every block is aligned to 16; nothing in Family asks for more.
    if (alignment > HEADER) __builtin_trap();
    *memory = malloc(size);
    return *memory ? 0 : 12;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) {
    return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count) {
    return __builtin_memset(to, byte, count);
}

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (; count; count--, a++, b++)
        if (*a != *b) return *a < *b ? -1 : 1;
    return 0;
}

double round(double number) {
    double whole = __builtin_trunc(number);
    // Exact, since both stand within one of each other.
    return __builtin_fabs(number - whole) >= 0.5 ? whole + __builtin_copysign(1.0, number) : whole;
}

// Dictionaries ask for it to order their keys. Nothing that is answered depends on that order, and whoever chose keys so
// that they collide would slow down a page of their own.
void arc4random_buf(void *memory, size_t count) {
    static uint32_t state = 0x9E3779B9u;
    unsigned char *bytes = memory;
    for (; count; count--, bytes++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        *bytes = (unsigned char)state;
    }
}
