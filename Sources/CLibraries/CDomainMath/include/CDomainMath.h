// The few functions of the C mathematics library that Family calls. On the server the C library brings them; in the
// browser they are imports of core.wasm, bound to the page's Math. Only prototypes: nothing else belongs here.
#pragma once

double sin(double radians);
double cos(double radians);
double asin(double sine);
double atan2(double y, double x);
double fmod(double dividend, double divisor);
