/// The numbers by country, 202 of them, each accepted by libphonenumber as an emergency number of its country, with one
/// exception: in Honduras 911 is the national line (Sistema Nacional de Emergencias 911), which the metadata lacks.
///
/// A country that is not here has no number that could be proven: none is offered, least of all 112.
extension EmergencyNumber {
    /// Countries that dial alike.
    struct Row: Sendable {
        /// One for everything, or police/ambulance/fire, or both with a space between.
        let numbers: String
        /// Two letters each, of ISO 3166, with a space between.
        let countries: String

        init(_ numbers: String, _ countries: String) {
            self.numbers = numbers
            self.countries = countries
        }
    }

    static let table: [Row] = [
        Row(
            "112",
            "AD AL AX AZ BE BG BT BY CY CZ DK DZ EE ES FI FO GE GI GL GR HR HU ID IE IN IS IT KW KZ "
                + "LB LS LT LU LV MC MD ME MK MQ MT NL PL PT RE RO RS RU RW SE SI SJ SK ST TJ TL TR TZ UA "
                + "VA VU XK YT ZA"
        ),
        Row("112 133/144/122", "AT"),
        Row("112 117/144/118", "CH LI"),
        Row("112 110/112/112", "DE"),
        Row("112 17/15/18", "FR"),
        Row("112 112/113/110", "NO"),
        Row(
            "911",
            "AG AI AR AS AW BB BM BQ BS BZ CA CR CW DM DO EC ET FJ FM GD GU GY HN JO KN KY LC LR MH "
                + "MP MS MX PA PH PR PW PY SA SV TC TO TV US UY VC VE VG VI WS"
        ),
        Row(
            "999",
            "AC BD BH BW FK GB GG HK IM JE KE MO MY NU QA SB SC SD SH SL SS SZ TT UG ZM ZW"
        ),
        Row("000", "AU CC CX"),
        Row("111", "NZ"),
        Row("123", "CO"),
        Row("9999", "OM"),
        Row("999/998/997", "AE"),
        Row("119/102/119", "AF"),
        Row("102/103/101", "AM KG MN"),
        Row("113/112/115", "AO"),
        Row("122/124/123", "BA"),
        Row("993/991/995", "BN"),
        Row("110/118/119", "BO"),
        Row("190/192/193", "BR"),
        Row("999/998/996", "CK"),
        Row("133/131/132", "CL"),
        Row("110/120/119", "CN"),
        Row("106/104/105", "CU"),
        Row("132/130/131", "CV"),
        Row("122/123/180", "EG"),
        Row("191/193/192", "GH"),
        Row("117/116/118", "GM"),
        Row("100/101/102", "IL PS"),
        Row("104/122/115", "IQ"),
        Row("110/115/125", "IR"),
        Row("119/110/110", "JM LK"),
        Row("110/119/119", "JP TW"),
        Row("117/119/118", "KH"),
        Row("112/119/119", "KR"),
        Row("191/195/190", "LA"),
        Row("19/15/15", "MA"),
        Row("17/15/18", "GF GP MF ML NC NE PF PM WF"),
        Row("119/102/118", "MV"),
        Row("997/998/999", "MW"),
        Row("119/117/198", "MZ"),
        Row("100/102/101", "NP"),
        Row("105/117/116", "PE"),
        Row("15/115/16", "PK"),
        Row("999/995/995", "SG"),
        Row("113/118/115", "SM"),
        Row("112/110/113", "SY"),
        Row("191/1669/199", "TH"),
        Row("02/03/01", "TM"),
        Row("197/190/198", "TN"),
        Row("113/115/114", "VN"),
    ]
}
