#include "CPhoneNumber.h"

#include <cstring>
#include <memory>
#include <set>
#include <string>

#include <phonenumbers/asyoutypeformatter.h>
#include <phonenumbers/phonenumber.pb.h>
#include <phonenumbers/phonenumberutil.h>
#include <phonenumbers/shortnumberinfo.h>

using i18n::phonenumbers::AsYouTypeFormatter;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;
using i18n::phonenumbers::ShortNumberInfo;

namespace {

// Loads the metadata when it is first called, which takes some 20 ms.
const PhoneNumberUtil &util() { return *PhoneNumberUtil::GetInstance(); }

bool copy(const std::string &text, char *target, size_t target_max) {
    if (text.size() >= target_max) return false;
    std::memcpy(target, text.c_str(), text.size() + 1);
    return true;
}

// A formatter of this thread for a region. It belongs to one thread at a time, and what it learns of a country's
// patterns makes it four times as fast the next time; so it is kept, but not for ever, because it never forgets.
AsYouTypeFormatter &formatter(const std::string &region) {
    constexpr int uses_max = 1000;
    thread_local std::unique_ptr<AsYouTypeFormatter> kept;
    thread_local std::string kept_region;
    thread_local int uses = 0;
    if (!kept || kept_region != region || uses >= uses_max) {
        kept.reset(util().GetAsYouTypeFormatter(region));
        kept_region = region;
        uses = 0;
    }
    ++uses;
    kept->Clear();
    return *kept;
}

bool describe(const PhoneNumber &number, hearth_phone_reading *reading) {
    const PhoneNumberUtil &phones = util();
    reading->possible = phones.IsPossibleNumberWithReason(number);
    reading->valid = phones.IsValidNumber(number);
    reading->type = phones.GetNumberType(number);
    std::string region, e164, national, international;
    phones.GetRegionCodeForNumber(number, &region);
    phones.Format(number, PhoneNumberUtil::E164, &e164);
    phones.Format(number, PhoneNumberUtil::NATIONAL, &national);
    phones.Format(number, PhoneNumberUtil::INTERNATIONAL, &international);
    if (region == "ZZ") region.clear();
    return copy(region, reading->region, sizeof reading->region) && copy(e164, reading->e164, sizeof reading->e164) &&
           copy(national, reading->national, sizeof reading->national) &&
           copy(international, reading->international, sizeof reading->international);
}

}  // namespace

extern "C" int hearth_phone_read(
    const char *text, size_t length, const char *region, hearth_phone_reading *reading) try {
    std::memset(reading, 0, sizeof *reading);
    PhoneNumber number;
    reading->error = util().Parse(std::string(text, length), region, &number);
    if (reading->error != PhoneNumberUtil::NO_PARSING_ERROR) return 0;
    return describe(number, reading) ? 0 : -1;
} catch (...) {
    return -1;
}

extern "C" int hearth_phone_type(
    const char *digits, size_t length, const char *region, size_t caret, char *shown, size_t shown_max) try {
    if (caret > length) return -1;
    AsYouTypeFormatter &typing = formatter(region);
    std::string text;
    for (size_t index = 0; index < length; ++index) {
        if (index + 1 == caret) {
            typing.InputDigitAndRememberPosition(digits[index], &text);
        } else {
            typing.InputDigit(digits[index], &text);
        }
    }
    if (!copy(text, shown, shown_max)) return -1;
    return caret == 0 ? 0 : typing.GetRememberedPosition();
} catch (...) {
    return -1;
}

extern "C" int hearth_phone_example(const char *region, int32_t type, char *e164, size_t e164_max) try {
    PhoneNumber number;
    if (!util().GetExampleNumberForType(region, static_cast<PhoneNumberUtil::PhoneNumberType>(type), &number)) {
        return -1;
    }
    std::string text;
    util().Format(number, PhoneNumberUtil::E164, &text);
    return copy(text, e164, e164_max) ? 0 : -1;
} catch (...) {
    return -1;
}

extern "C" int hearth_phone_regions(char *letters, size_t regions_max) try {
    std::set<std::string> regions;
    util().GetSupportedRegions(&regions);
    size_t count = 0;
    for (const std::string &region : regions) {
        if (region.size() != 2) continue;
        if (count < regions_max) std::memcpy(letters + 2 * count, region.data(), 2);
        ++count;
    }
    return static_cast<int>(count);
} catch (...) {
    return -1;
}

extern "C" int32_t hearth_phone_calling_code(const char *region) try {
    return util().GetCountryCodeForRegion(region);
} catch (...) {
    return 0;
}

extern "C" int hearth_phone_is_emergency(const char *number, const char *region) try {
    static const ShortNumberInfo numbers;
    return numbers.IsEmergencyNumber(number, region) ? 1 : 0;
} catch (...) {
    return -1;
}
