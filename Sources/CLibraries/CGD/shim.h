#pragma once
#include <dlfcn.h>
#include <stdarg.h>
#include <gd.h>

// libgd brings some fifty libraries, for kinds of pictures that nobody sends a hub. So the program is not linked with
// it: who makes a picture loads it then. The types are those of gd.h, which the compiler checks each use against.
typedef struct {
    __typeof__(&gdSetErrorMethod) gdSetErrorMethod;
    __typeof__(&gdImageCreateFromJpegPtrEx) gdImageCreateFromJpegPtrEx;
    __typeof__(&gdImageCreateFromPngPtr) gdImageCreateFromPngPtr;
    __typeof__(&gdImageCreateFromWebpPtr) gdImageCreateFromWebpPtr;
    __typeof__(&gdImageCreateTrueColor) gdImageCreateTrueColor;
    __typeof__(&gdImageFilledRectangle) gdImageFilledRectangle;
    __typeof__(&gdImageCopyResampled) gdImageCopyResampled;
    __typeof__(&gdImageGetTrueColorPixel) gdImageGetTrueColorPixel;
    __typeof__(&gdImageSetPixel) gdImageSetPixel;
    __typeof__(&gdImageJpegPtr) gdImageJpegPtr;
    __typeof__(&gdImageDestroy) gdImageDestroy;
    __typeof__(&gdFree) gdFree;
} hearth_gd;

// What libgd would write to standard error about a picture goes nowhere: it says nothing to anybody, and may quote it.
// (A va_list in a function pointer is nothing that Swift can write.)
static void hearth_gd_say_nothing(int priority, const char *format, va_list arguments) {
    (void)priority;
    (void)format;
    (void)arguments;
}

// Loads libgd, for good; 0 where it is missing or lacks one of the functions.
static inline int hearth_gd_load(hearth_gd *gd) {
    void *library = dlopen("libgd.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define HEARTH_GD_FIND(name) \
    gd->name = (__typeof__(gd->name))dlsym(library, #name); \
    if (!gd->name) return 0
    HEARTH_GD_FIND(gdSetErrorMethod);
    HEARTH_GD_FIND(gdImageCreateFromJpegPtrEx);
    HEARTH_GD_FIND(gdImageCreateFromPngPtr);
    HEARTH_GD_FIND(gdImageCreateFromWebpPtr);
    HEARTH_GD_FIND(gdImageCreateTrueColor);
    HEARTH_GD_FIND(gdImageFilledRectangle);
    HEARTH_GD_FIND(gdImageCopyResampled);
    HEARTH_GD_FIND(gdImageGetTrueColorPixel);
    HEARTH_GD_FIND(gdImageSetPixel);
    HEARTH_GD_FIND(gdImageJpegPtr);
    HEARTH_GD_FIND(gdImageDestroy);
    HEARTH_GD_FIND(gdFree);
#undef HEARTH_GD_FIND
    gd->gdSetErrorMethod(hearth_gd_say_nothing);
    return 1;
}
