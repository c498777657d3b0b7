"""The field for a phone number, as D1 says."""

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import PASSWORD, House
from waiting import caught

GREEN = "rgb(0, 200, 0)"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A hub in Liechtenstein with one member."""
    house = House(tmp_path_factory.mktemp("numbers"), "--phone-region", "LI").start()
    house.anna = house.member("Anna Beck")
    yield house
    house.stop()


def field_of(page):
    field = page.get_by_label("Phone number")
    expect(page.get_by_label("Country")).to_have_value("LI")
    return field


def caret(field):
    return field.evaluate("field => [field.value.slice(0, field.selectionStart), field.value.slice(field.selectionEnd)]")


def settled(page, field, text):
    """The field once it shows this and nothing more is on its way."""
    expect(field).to_have_value(text)
    page.wait_for_load_state("networkidle")
    expect(field).to_have_value(text)


def test_a_number_takes_its_countrys_form_while_it_is_typed(home, visit):
    page = visit(home).open("/welcome")
    field = field_of(page)
    assert field.get_attribute("type") == "tel" and field.get_attribute("inputmode") == "tel"
    field.press_sequentially("2371")
    settled(page, field, "237 1")
    expect(page.locator(".phone-valid")).to_have_count(0)
    expect(page.locator("#phone-wrong")).to_be_empty()
    field.press_sequentially("201")
    settled(page, field, "237 12 01")
    number = page.locator(".phone-valid")
    expect(number).to_have_text("+4232371201")
    assert number.evaluate("element => getComputedStyle(element).color") == GREEN
    field.fill("")
    field.press_sequentially("+41446681800")
    settled(page, field, "+41 44 668 18 00")
    expect(page.get_by_label("Country")).to_have_value("CH")


def test_f71_before_a_hub_has_a_region_the_number_says_its_own(tmp_path, visit):
    house = House(tmp_path).start()
    try:
        page = visit(house).open("/register")
        expect(page.get_by_label("Country")).to_have_value("")
        expect(page.get_by_text("Add the country code")).to_be_visible()
        field = page.get_by_label("Phone number")
        field.press_sequentially("044 668 18 00")
        expect(page.locator(".phone-valid")).to_have_count(0)
        field.fill("")
        field.press_sequentially("+41446681800")
        expect(page.get_by_label("Country")).to_have_value("CH")
        expect(page.locator(".phone-valid")).to_have_text("+41446681800")
        expect(page.get_by_text("Add the country code")).to_have_count(0)
        # The first keeper's number answers it for everybody after.
        house.member("Anna Beck")
        expect(visit(house).open("/register").get_by_label("Country")).not_to_have_value("")
    finally:
        house.stop()


def test_the_caret_stays_where_somebody_corrects_a_number(home, visit):
    page = visit(home).open("/welcome")
    field = field_of(page)
    page.get_by_label("Country").select_option("US")
    field.fill("2015550123")
    settled(page, field, "(201) 555-0123")
    # The digit before the bracket goes with one stroke, although the bracket and the space stand between.
    field.evaluate("field => field.setSelectionRange(6, 6)")
    field.press("Backspace")
    settled(page, field, "(205) 550-123")
    assert caret(field) == ["(20", "5) 550-123"]
    field.press_sequentially("1")
    settled(page, field, "(201) 555-0123")
    assert caret(field) == ["(201", ") 555-0123"]
    field.press("Delete")
    settled(page, field, "(201) 550-123")
    assert caret(field) == ["(201", ") 550-123"]
    field.press_sequentially("55")
    field.press("ArrowRight")
    expect(page.locator("#phone-wrong")).to_be_empty()
    field.blur()
    expect(page.get_by_text("Your phone number is invalid.")).to_be_visible()


def test_answers_that_come_late_or_out_of_order_lose_no_digit(home, visit):
    visitor = visit(home)
    page = visitor.open("/welcome")
    field = field_of(page)
    held = []
    page.route("**/api/v1/phone-numbers", lambda route: held.append(route))
    for count, digit in enumerate("2371201", 1):
        field.press_sequentially(digit)
        expect(field).to_have_value("2371201"[:count])
    for route in reversed(caught(page, held, count=7)):
        with page.expect_response("**/api/v1/phone-numbers"):
            route.continue_()
    expect(field).to_have_value("237 12 01")
    page.unroute("**/api/v1/phone-numbers")
    settled(page, field, "237 12 01")
    expect(page.locator(".phone-valid")).to_have_text("+4232371201")


def test_without_the_hub_the_text_stays_as_it_was_typed(home, visit):
    visitor = visit(home)
    page = visitor.open("/welcome")
    field = field_of(page)
    visitor.context.set_offline(True)
    field.press_sequentially("2370001")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#wrong")).to_contain_text("Saved data is safe")
    expect(field).to_have_value("2370001")
    visitor.context.set_offline(False)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(home.url + "/")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_logging_in_with_a_number_as_one_writes_it_at_home(home, visit, size):
    page = visit(home, size).open("/welcome")
    field_of(page).fill("237 00 01")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(home.url + "/")


def test_what_is_no_number_is_said_beside_the_field(home, visit):
    page = visit(home).open("/welcome")
    field = field_of(page)
    log_in = page.get_by_role("button", name="Continue")
    log_in.click()
    expect(page.locator("#phone-wrong")).to_have_text("Please enter your phone number.")
    expect(field).to_be_focused()
    field.press_sequentially("12")
    expect(page.locator("#phone-wrong")).to_be_empty()
    log_in.click()
    wrong = page.locator("#phone-wrong")
    expect(wrong).to_have_text("Your phone number is invalid.")
    assert field.get_attribute("aria-invalid") == "true"
    red = "element => getComputedStyle(element).color === 'rgb(198, 40, 40)'"
    assert wrong.evaluate(red)


def test_a_number_that_the_lists_do_not_know_passes_with_a_caution(home, visit):
    page = visit(home).open("/register")
    field = field_of(page)
    field.fill("+12275550123")
    settled(page, field, "+1 227-555-0123")
    expect(page.locator(".phone-valid")).to_have_text("+12275550123")
    expect(page.locator(".phone-caution")).to_contain_text("Unusual number.")
    # Who logs in has the number: a doubt about it helps nobody.
    page = visit(home).open("/welcome")
    field = field_of(page)
    field.fill("+12275550123")
    settled(page, field, "+1 227-555-0123")
    expect(page.locator(".phone-valid")).to_have_text("+12275550123")
    expect(page.locator(".phone-caution")).to_have_count(0)


def test_the_country_follows_the_code_that_is_typed(home, visit):
    page = visit(home).open("/register")
    field, country = field_of(page), page.get_by_label("Country")
    country.select_option("US")
    field.press_sequentially("+44")
    expect(country).to_have_value("GB")
    expect(page.locator(".phone-region")).to_contain_text("GB +44")
    field.fill("+1")
    expect(country).to_have_value("US")
    field.fill("+41")
    expect(country).to_have_value("CH")


def test_connecting_takes_a_number_as_one_writes_it_at_home(home, visit):
    ben = home.member("Ben Ott")
    code = ben.call("PUT", "/me/connect-code", {"precision": "exact"})["code"]
    page = visit(home).log_in(home.anna, "/connect")
    expect(page.get_by_label("Country")).to_have_value("LI")
    page.get_by_role("button", name="Connect").click()
    expect(page.locator("#connect-phone-wrong")).to_have_text("Enter their phone number.")
    page.get_by_label("Their phone number").press_sequentially(ben.phone.removeprefix("+423"))
    page.get_by_label("Their connect code").fill(code)
    page.get_by_role("button", name="Connect").click()
    page.wait_for_url(f"{home.url}/people/{ben.id}")
    expect(page.get_by_text("You now see Ben Ott.")).to_be_visible()
