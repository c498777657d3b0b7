"""What another program says of some thousand phone numbers, one JSON object a line: what PhoneNumbers is held to.

The numbers are examples of every region and kind, the same with mistakes in them, made-up text, and numbers typed one
digit after the other. The same seed gives the same lines.

usage: oracle.py SEED
"""

import json
import random
import sys

import phonenumbers
from phonenumbers import AsYouTypeFormatter, NumberParseException, PhoneNumberFormat, PhoneNumberType, ValidationResult

# The same answers in the order of the C++ library, where the two differ.
ERRORS = [
    NumberParseException.INVALID_COUNTRY_CODE,
    NumberParseException.NOT_A_NUMBER,
    NumberParseException.TOO_SHORT_AFTER_IDD,
    NumberParseException.TOO_SHORT_NSN,
    NumberParseException.TOO_LONG,
]
POSSIBILITIES = [
    ValidationResult.IS_POSSIBLE,
    ValidationResult.IS_POSSIBLE_LOCAL_ONLY,
    ValidationResult.INVALID_COUNTRY_CODE,
    ValidationResult.TOO_SHORT,
    ValidationResult.INVALID_LENGTH,
    ValidationResult.TOO_LONG,
]
FORMATS = [PhoneNumberFormat.E164, PhoneNumberFormat.NATIONAL, PhoneNumberFormat.INTERNATIONAL]
SIGNS = "0123456789+ -().,/;xX#*~ext:=abcWZ\u00a0\u2013\uff0b\uff11\uff19\u0661\u0669\u0967é漢😀"
READ, TYPED = 9_500, 800


def main():
    chance = random.Random(int(sys.argv[1]))
    regions = sorted(phonenumbers.SUPPORTED_REGIONS)
    known = examples(regions)
    asked = list(known)
    while len(asked) < READ:
        asked.append(chance.choice([mutated, mutated, mutated, made_up])(chance, known, regions))
    for text, region in asked:
        print(json.dumps(read(text, region)))
    for text, region in (chance.choice([dialled, random_digits])(chance, known, regions) for _ in range(TYPED)):
        print(json.dumps(typed(text, region, chance)))


def examples(regions):
    """Numbers of every region and kind, as their own country and as others write them."""
    found = []
    for region in regions:
        for kind in PhoneNumberType.values():
            number = phonenumbers.example_number_for_type(region, kind)
            if number:
                form = FORMATS[len(found) % 3]
                found.append((phonenumbers.format_number(number, form), region))
    return found


def mutated(chance, known, regions):
    text, region = chance.choice(known)
    signs = list(text)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(signs) + 1)
        change = chance.randrange(5)
        if change == 0:
            signs.insert(place, chance.choice(SIGNS))
        elif change == 1:
            signs.insert(place, chance.choice("0123456789"))
        elif change == 2 and signs:
            del signs[min(place, len(signs) - 1)]
        elif change == 3 and signs:
            signs[min(place, len(signs) - 1)] = chance.choice("0123456789")
        else:
            region = chance.choice(regions)
    prefix = chance.choice(["", "", "", "", "", "tel:", "00", "011", "0", "1-"])
    suffix = chance.choice(["", "", "", "", "", " ext. 12", ";ext=5", "x34", "#", " "])
    return prefix + "".join(signs) + suffix, region


def made_up(chance, known, regions):
    length = chance.choice([0, 1, 2, 3, 5, 8, 10, 13, 17, 30, 50, 260])
    signs = "0123456789 " if length == 260 or chance.random() < 0.5 else SIGNS
    return "".join(chance.choice(signs) for _ in range(length)), chance.choice(regions)


def dialled(chance, known, regions):
    """A number as somebody dials it: its digits, with the plus of an international one."""
    text, region = chance.choice(known)
    return "".join(sign for sign in text if sign in "+0123456789"), region


def random_digits(chance, known, regions):
    plus = "+" if chance.random() < 0.3 else ""
    return plus + "".join(chance.choice("0123456789") for _ in range(chance.randint(1, 18))), chance.choice(regions)


def read(text, region):
    row = {"text": text, "region": region}
    try:
        number = phonenumbers.parse(text, region)
    except NumberParseException as error:
        return row | {"error": ERRORS.index(error.error_type) + 1}
    kind = phonenumbers.number_type(number)
    return row | {
        "possibility": POSSIBILITIES.index(phonenumbers.is_possible_number_with_reason(number)),
        "valid": phonenumbers.is_valid_number(number),
        "kind": 11 if kind == PhoneNumberType.UNKNOWN else kind,
        "of": phonenumbers.region_code_for_number(number),
        "formats": [phonenumbers.format_number(number, form) for form in FORMATS],
    }


def typed(text, region, chance):
    """What the field shows after each digit, and where the caret is that stood somewhere between them."""
    formatter = AsYouTypeFormatter(region)
    caret = chance.randint(1, len(text))
    shown = [formatter.input_digit(sign, place == caret) for place, sign in enumerate(text, 1)]
    return {"typed": text, "region": region, "shown": shown, "caret": caret, "at": formatter.get_remembered_position()}


main()
