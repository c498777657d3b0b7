-- PostgreSQL's first step: the tables as the steps v0001 to v0059 leave them in SQLite. Those files say what each table is
-- for. A database begins with this one, whatever its version; later steps run on both, and one with a trigger has a file
-- NAME.postgres.sql beside it. PostgresSchemaTests compares the two.

CREATE TABLE family (
    id BYTEA NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    -- Null until somebody gives the family a name.
    name TEXT
);

CREATE TABLE member (
    id BYTEA NOT NULL PRIMARY KEY,
    family BYTEA NOT NULL REFERENCES family (id),
    role TEXT NOT NULL CHECK (role IN ('adult', 'child')),
    keeper BIGINT NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    colour BIGINT NOT NULL,
    -- Keyed hash of the number, for looking a member up.
    phone_lookup BYTEA UNIQUE,
    phone_sealed BYTEA,
    password_hash TEXT,
    -- Null once the member is deleted: nothing sealed under it can be read again, not even from an old backup.
    data_key_wrapped BYTEA,
    created_at BIGINT NOT NULL,
    disabled_at BIGINT,
    -- Part of the picture's address, another for each picture; null without one.
    picture_version TEXT,
    -- Of children, from which their rights follow as they grow.
    birth_year BIGINT,
    -- As the time zone database calls it, such as Europe/Zurich; null where the member chose none.
    time_zone TEXT,
    -- A number that its member gave and whoever invited them vouched for, where the hub cannot text: proven to nobody. It is
    -- no key to the account, and several may give the same one; `phone_lookup` stays for numbers that a code proved.
    unconfirmed_lookup BYTEA,
    unconfirmed_sealed BYTEA,
    -- The language in which the hub writes to a member, by its tag; NULL where they chose none.
    language TEXT
);

CREATE INDEX member_by_family ON member (family);
CREATE INDEX member_by_unconfirmed_number ON member (unconfirmed_lookup) WHERE unconfirmed_lookup IS NOT NULL;

CREATE TABLE session (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- When whoever holds this session last proved who they are.
    proved_at BIGINT NOT NULL DEFAULT 0,
    -- Whether others use the device of a session: then it is short, and the browser is not remembered.
    shared BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX session_by_member ON session (member);
CREATE INDEX session_by_end ON session (expires_at);

CREATE TABLE shown (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('self', 'all', 'member')),
    subject BYTEA REFERENCES member (id) ON DELETE CASCADE
);

CREATE TABLE connect_code (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    code_hash BYTEA NOT NULL,
    precision BIGINT NOT NULL CHECK (precision BETWEEN 0 AND 3),
    share_expires_at BIGINT,
    expires_at BIGINT NOT NULL,
    failures BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE connection (
    id BYTEA NOT NULL PRIMARY KEY,
    viewer BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    subject BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    precision BIGINT NOT NULL CHECK (precision BETWEEN 0 AND 3),
    expires_at BIGINT,
    -- What the code granted, which a repeat of the request is answered with whatever was changed since.
    granted_precision BIGINT NOT NULL CHECK (granted_precision BETWEEN 0 AND 3),
    granted_until BIGINT,
    created_at BIGINT NOT NULL,
    -- Keyed hash of the request that made it, so that a repeat of the same request finds it done.
    request_hash BYTEA NOT NULL,
    -- The hub's change number at the last change, for streams that resume.
    changed BIGINT NOT NULL,
    exact_since BIGINT,
    own_name TEXT,
    UNIQUE (viewer, subject)
);

CREATE INDEX connection_by_subject ON connection (subject);

CREATE TABLE device (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash BYTEA NOT NULL UNIQUE,
    -- The OwnTracks passphrase, if the member set one.
    passphrase_sealed BYTEA,
    -- Whether OwnTracks on this device is shown the people its member sees exactly.
    friends BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    heard_at BIGINT,
    revoked_at BIGINT,
    clock_ahead BIGINT,
    -- How often a phone app reported before it was asked to report every few seconds; null while it reports as usual.
    usual_pace TEXT,
    -- Whether a device's positions are its member's.
    follows BIGINT NOT NULL DEFAULT 1,
    -- Whether it is a Traccar server: it has no position, and speaks for trackers.
    forwards BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX device_by_member ON device (member);

CREATE TABLE fix (
    member BYTEA NOT NULL,
    at BIGINT NOT NULL,
    tag BIGINT NOT NULL,
    sealed BYTEA NOT NULL,
    PRIMARY KEY (member, at, tag)
);

CREATE TABLE fix_inbox_0 (
    id BIGINT NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL,
    at BIGINT NOT NULL,
    tag BIGINT NOT NULL,
    sealed BYTEA NOT NULL
);

CREATE TABLE fix_inbox_1 (
    id BIGINT NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL,
    at BIGINT NOT NULL,
    tag BIGINT NOT NULL,
    sealed BYTEA NOT NULL
);

CREATE VIEW every_fix AS
SELECT member, at, tag, sealed FROM fix
UNION ALL
SELECT member, at, tag, sealed FROM fix_inbox_0 AS inbox
WHERE NOT EXISTS (SELECT 1 FROM fix WHERE member = inbox.member AND at = inbox.at AND tag = inbox.tag)
UNION ALL
SELECT member, at, tag, sealed FROM fix_inbox_1 AS inbox
WHERE NOT EXISTS (SELECT 1 FROM fix WHERE member = inbox.member AND at = inbox.at AND tag = inbox.tag);

CREATE TABLE presence (
    member BYTEA NOT NULL PRIMARY KEY,
    sealed BYTEA NOT NULL,
    -- The hub's change number, for streams that resume.
    changed BIGINT NOT NULL
);

CREATE TABLE clock (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- JSON: {"slots": [label…], "members": [id…]}.
    face TEXT NOT NULL
);

CREATE TABLE clock_link (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    -- What a read-only link shows beside the clock: 1 the map, 2 the missions of the day.
    parts BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX clock_link_by_member ON clock_link (member);

CREATE TABLE picture (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    sealed BYTEA NOT NULL
);

CREATE TABLE known_device (
    token_hash BYTEA NOT NULL,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    made_here BIGINT NOT NULL DEFAULT 0,
    session BYTEA,
    PRIMARY KEY (token_hash, member)
);

CREATE INDEX known_device_by_member ON known_device (member);

CREATE TABLE recovery (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    ready_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE TABLE invite (
    id BYTEA NOT NULL PRIMARY KEY,
    family BYTEA NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    inviter BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('adult', 'child')),
    -- What the inviter shows whoever joins, and what they ask for.
    my_sharing BIGINT NOT NULL CHECK (my_sharing BETWEEN 0 AND 3),
    asked_sharing BIGINT NOT NULL CHECK (asked_sharing BETWEEN 0 AND 3),
    token_hash BYTEA NOT NULL UNIQUE,
    -- Only of an invite for one number, which alone the short code opens.
    code_hash BYTEA,
    phone_lookup BYTEA,
    phone_sealed BYTEA,
    -- Keyed hash of the request that made it, so that a repeat is known.
    request_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Wrong codes since a moment, counted by the hour.
    failures BIGINT NOT NULL DEFAULT 0,
    failures_since BIGINT NOT NULL,
    -- How it ended before its time: used, revoked, or guessed at too often.
    ending TEXT CHECK (ending IN ('used', 'revoked', 'guessed'))
);

CREATE INDEX invite_by_family ON invite (family);
CREATE INDEX invite_by_phone ON invite (phone_lookup) WHERE phone_lookup IS NOT NULL;
CREATE INDEX invite_by_end ON invite (expires_at);

CREATE TABLE one_time_link (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('password', 'logIn')),
    expires_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX one_time_link_by_member ON one_time_link (member, purpose);

CREATE TABLE look (
    subject BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    viewer BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    -- The most that was shown.
    precision BIGINT NOT NULL CHECK (precision BETWEEN 1 AND 3),
    -- Where it was shown: one bit a screen.
    screens BIGINT NOT NULL,
    withheld BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (subject, viewer, first_at)
);

CREATE INDEX look_by_subject ON look (subject, first_at);
CREATE INDEX look_by_viewer ON look (viewer);
CREATE INDEX look_by_time ON look (first_at);

CREATE TABLE look_hint (
    subject BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    viewer BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    PRIMARY KEY (subject, viewer)
);

CREATE TABLE pause (
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    from_at BIGINT NOT NULL,
    -- Null while it has no end.
    until BIGINT,
    PRIMARY KEY (member, from_at)
);

CREATE TABLE connection_request (
    id BYTEA NOT NULL PRIMARY KEY,
    requester BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Null where nobody has the number or nobody is to be asked again, which the requester cannot tell.
    subject BYTEA REFERENCES member (id) ON DELETE CASCADE,
    -- Keyed hash of the request, so that a repeat of it finds it done.
    request_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    declined_at BIGINT
);

CREATE INDEX connection_request_by_requester ON connection_request (requester);
CREATE INDEX connection_request_by_subject ON connection_request (subject);
CREATE INDEX connection_request_by_end ON connection_request (expires_at);

CREATE TABLE sharing_reminder (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    days BIGINT CHECK (days BETWEEN 1 AND 30),
    reminded_at BIGINT
);

CREATE TABLE sharing_proposal (
    connection BYTEA NOT NULL PRIMARY KEY REFERENCES connection (id) ON DELETE CASCADE,
    precision BIGINT NOT NULL CHECK (precision BETWEEN 0 AND 3),
    expires_at BIGINT,
    guardian_agreed BIGINT NOT NULL,
    child_agreed BIGINT NOT NULL
);

CREATE TABLE hidden_hours (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    viewer BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- 1 Monday to 7 Sunday, as bits 0 to 6; the hours begin on that day.
    days BIGINT NOT NULL,
    from_minute BIGINT NOT NULL,
    -- At or before the first minute: on the next day.
    until_minute BIGINT NOT NULL,
    utc_offset_minutes BIGINT NOT NULL
);

CREATE INDEX hidden_hours_by_member ON hidden_hours (member, viewer);

CREATE TABLE tombstone (
    member_hash BYTEA NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);

CREATE TABLE leaving (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    member BYTEA,
    started_at BIGINT NOT NULL
);

CREATE TABLE ghost (
    -- The fresh identity of the connection.
    id BYTEA NOT NULL PRIMARY KEY,
    -- The fresh identity of the person, the same in both lists of one member and another for each member.
    ghost BYTEA NOT NULL,
    -- In whose lists it stands.
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Whether the member saw them; otherwise they saw the member.
    is_seen BIGINT NOT NULL,
    precision BIGINT NOT NULL CHECK (precision BETWEEN 0 AND 3),
    expires_at BIGINT,
    name TEXT NOT NULL,
    colour BIGINT NOT NULL,
    until BIGINT NOT NULL,
    -- The hub's change number, for streams that resume.
    changed BIGINT NOT NULL,
    -- Whoever left looks as before to them for a day, under the same name.
    own_name TEXT
);

CREATE INDEX ghost_by_member ON ghost (member);
CREATE INDEX ghost_by_ghost ON ghost (ghost);
CREATE INDEX ghost_by_end ON ghost (until);

CREATE TABLE retention (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    history_days BIGINT CHECK (history_days >= 0)
);

CREATE TABLE security_event (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    -- Keyed hash of the member; null where nobody is known.
    member_hash BYTEA,
    -- Keyed hash of the network that asked; null for a command on this machine.
    network_hash BYTEA,
    -- What it was about, as a word of the program.
    detail TEXT
);

CREATE INDEX security_event_by_time ON security_event (at);

CREATE TABLE log_in_failure (
    account_hash BYTEA NOT NULL PRIMARY KEY,
    count BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);

CREATE INDEX log_in_failure_by_time ON log_in_failure (last_at);

CREATE TABLE passkey (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- What the authenticator calls it.
    credential BYTEA NOT NULL UNIQUE,
    -- The public key in COSE.
    public_key BYTEA NOT NULL,
    sign_count BIGINT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT
);

CREATE INDEX passkey_by_member ON passkey (member);

CREATE TABLE authenticator (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- Null until the member showed that the app has it.
    secret_sealed BYTEA,
    -- One that is being set up.
    pending_sealed BYTEA,
    -- The last step whose code was used: each is good once.
    used_step BIGINT NOT NULL DEFAULT 0,
    confirmed_at BIGINT
);

CREATE TABLE recovery_code (
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (member, code_hash)
);

CREATE TABLE fix_pack (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    count BIGINT NOT NULL,
    sealed BYTEA NOT NULL
);

CREATE INDEX fix_pack_by_time ON fix_pack (member, first_at);

CREATE TABLE push_subscription (
    session BYTEA NOT NULL PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Keyed hash of the address: a browser has one, whoever is logged in there.
    endpoint_hash BYTEA NOT NULL UNIQUE,
    -- The address and the keys.
    sealed BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    -- When its page last said that it showed a message.
    shown_at BIGINT
);

CREATE INDEX push_subscription_by_member ON push_subscription (member);

CREATE TABLE outbox (
    id BYTEA NOT NULL PRIMARY KEY,
    channel TEXT NOT NULL CHECK (channel IN ('text', 'push', 'mail')),
    recipient_sealed BYTEA,
    text_sealed BYTEA,
    state TEXT NOT NULL CHECK (state IN ('queued', 'leased', 'sent', 'failed')),
    attempts BIGINT NOT NULL DEFAULT 0,
    -- When it is to be taken; of a leased one, when its lease ends.
    due_at BIGINT NOT NULL,
    -- Not worth sending from then on.
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    -- Whom a message is for: a member, or somebody outside.
    member BYTEA REFERENCES member (id) ON DELETE CASCADE,
    contact BYTEA,
    -- What it tells of: repeats carry the same.
    incident BYTEA,
    -- The browser of a push message; null once that takes no more.
    subscription BYTEA REFERENCES push_subscription (session) ON DELETE SET NULL,
    urgent BIGINT NOT NULL DEFAULT 0,
    -- When it was shown, opened, and answered by whom it is for.
    delivered_at BIGINT,
    seen_at BIGINT,
    acknowledged_at BIGINT,
    -- One piece of news to one companion: its push messages, and the text or mail that follows them where none is confirmed.
    news BYTEA,
    -- A message about such an alarm: a browser's word that it showed it does not count as proof that alarms get through.
    hidden BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX outbox_by_due ON outbox (due_at) WHERE state IN ('queued', 'leased');
CREATE INDEX outbox_by_end ON outbox (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX outbox_by_member ON outbox (member) WHERE member IS NOT NULL;
CREATE INDEX outbox_by_incident ON outbox (incident) WHERE incident IS NOT NULL;
CREATE INDEX outbox_by_subscription ON outbox (subscription) WHERE subscription IS NOT NULL;
CREATE INDEX outbox_by_news ON outbox (news) WHERE news IS NOT NULL;
CREATE INDEX outbox_by_contact ON outbox (contact) WHERE contact IS NOT NULL;

CREATE TABLE watch (
    viewer BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    subject BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- As JSON.
    wishes TEXT NOT NULL,
    -- After which newest fix silence was told of.
    quiet_since BIGINT,
    battery_told BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (viewer, subject)
);

CREATE INDEX watch_by_subject ON watch (subject);

CREATE TABLE verification (
    id_hash BYTEA NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('register', 'login', 'recover', 'phone')),
    phone_lookup BYTEA NOT NULL,
    phone_sealed BYTEA,
    code_hash BYTEA,
    browser_hash BYTEA,
    network_hash BYTEA NOT NULL,
    claim BIGINT NOT NULL DEFAULT 0,
    checks BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    replaced_at BIGINT,
    invite BYTEA,
    block_hash BYTEA,
    -- Whether the number's member is known in the browser that asked: such requests are limited by themselves.
    known BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX verification_by_phone ON verification (phone_lookup, created_at);
CREATE INDEX verification_by_network ON verification (network_hash, created_at);
CREATE INDEX verification_by_browser ON verification (browser_hash, created_at);
CREATE INDEX verification_by_time ON verification (created_at);
CREATE INDEX verification_by_invite ON verification (invite) WHERE invite IS NOT NULL;
CREATE INDEX verification_by_block ON verification (block_hash, created_at) WHERE block_hash IS NOT NULL;

CREATE TABLE phone_change (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- Of the link that the old number got.
    token_hash BYTEA NOT NULL UNIQUE,
    old_phone_lookup BYTEA NOT NULL,
    old_phone_sealed BYTEA NOT NULL,
    changed_at BIGINT NOT NULL,
    -- Until then the old number is nobody else's, and its link brings it back.
    undo_until BIGINT NOT NULL
);

CREATE INDEX phone_change_by_number ON phone_change (old_phone_lookup);

CREATE TABLE member_mail (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- Sealed under the member's data key; null until one was proved.
    mail_sealed BYTEA,
    -- One that waits for its code, and a keyed hash of that.
    pending_mail_sealed BYTEA,
    code_hash BYTEA,
    code_expires_at BIGINT,
    checks BIGINT NOT NULL DEFAULT 0,
    -- When codes were asked for, as limits count them: the last one, and how many since the first of a day.
    asked_at BIGINT NOT NULL DEFAULT 0,
    asked_since BIGINT NOT NULL DEFAULT 0,
    asked_count BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE safety_watch (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    sealed BYTEA NOT NULL,
    -- When it must be handed its next deadline; null where nothing is due.
    deadline BIGINT,
    -- Whether a trip, a countdown or an alarm runs.
    active BIGINT NOT NULL
);

CREATE INDEX safety_watch_by_deadline ON safety_watch (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX safety_watch_by_active ON safety_watch (member) WHERE active = 1;

CREATE TABLE safety_pin (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    pin_hash TEXT NOT NULL,
    duress_hash TEXT NOT NULL,
    -- What was set where the second PIN was given as the present one: it does what the second PIN does (F68).
    shadow_hash TEXT
);

CREATE TABLE trip (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    request_hash BYTEA NOT NULL,
    started_at BIGINT NOT NULL,
    sealed BYTEA NOT NULL
);

CREATE INDEX trip_by_member ON trip (member, started_at);

CREATE TABLE trip_detail (
    trip BYTEA NOT NULL PRIMARY KEY REFERENCES trip (id) ON DELETE CASCADE,
    -- Null while it is under way.
    ended_at BIGINT,
    route_sealed BYTEA,
    state_sealed BYTEA NOT NULL,
    -- Keyed hashes of what opens it for somebody without an account; null once nothing does.
    link_hash BYTEA UNIQUE,
    code_hash BYTEA UNIQUE
);

CREATE TABLE trip_point (
    trip BYTEA NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    sealed BYTEA NOT NULL,
    PRIMARY KEY (trip, at)
);

CREATE INDEX trip_point_by_time ON trip_point (at);

CREATE TABLE trip_companion (
    trip BYTEA NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    added_at BIGINT NOT NULL,
    -- When they left or were removed.
    ended_at BIGINT,
    accepted_at BIGINT,
    PRIMARY KEY (trip, member)
);

CREATE INDEX trip_companion_by_member ON trip_companion (member, added_at);

CREATE TABLE alarm (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    trip BYTEA,
    opened_at BIGINT NOT NULL,
    closed_at BIGINT
);

CREATE INDEX alarm_by_member ON alarm (member);

CREATE TABLE alarm_recipient (
    alarm BYTEA NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    told_at BIGINT NOT NULL,
    -- Keyed hash of the token of the link that only they were sent.
    link_hash BYTEA NOT NULL UNIQUE,
    looks_cleared_at BIGINT,
    known_at BIGINT,
    PRIMARY KEY (alarm, member)
);

CREATE INDEX alarm_recipient_by_member ON alarm_recipient (member);

CREATE TABLE drill (
    id BYTEA NOT NULL PRIMARY KEY,
    sender BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    recipient BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    sent_at BIGINT NOT NULL,
    confirmed_at BIGINT
);

CREATE INDEX drill_by_sender ON drill (sender, recipient, sent_at);
CREATE INDEX drill_by_recipient ON drill (recipient);

CREATE TABLE ledger (
    id BYTEA NOT NULL PRIMARY KEY,
    family BYTEA NOT NULL UNIQUE REFERENCES family (id) ON DELETE CASCADE,
    -- The key by which the hub signs.
    system_key BYTEA NOT NULL,
    leaf_count BIGINT NOT NULL,
    -- The hashes from which the next root is made, and the last root as the hub signed it.
    frontier BYTEA NOT NULL,
    head TEXT NOT NULL,
    last_at BIGINT NOT NULL,
    ordinal BIGINT
);

CREATE UNIQUE INDEX ledger_by_ordinal ON ledger (ordinal);

CREATE TABLE ledger_holder (
    id BYTEA NOT NULL PRIMARY KEY,
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    member BYTEA REFERENCES member (id) ON DELETE SET NULL,
    role BIGINT NOT NULL
);

CREATE UNIQUE INDEX ledger_holder_by_member ON ledger_holder (ledger, member) WHERE member IS NOT NULL;
CREATE INDEX ledger_holder_of_member ON ledger_holder (member) WHERE member IS NOT NULL;

CREATE TABLE ledger_key (
    id BYTEA NOT NULL PRIMARY KEY,
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    -- Null for the hub's own.
    belongs_to BYTEA REFERENCES ledger_holder (id) ON DELETE CASCADE,
    keeping BIGINT NOT NULL,
    public_key BYTEA NOT NULL,
    -- Of a key that the hub keeps, sealed under the hub's key file.
    seed_sealed BYTEA,
    is_revoked BIGINT NOT NULL DEFAULT 0,
    -- What a device's key is called by whoever has it, and since when it counts; null for what the hub keeps.
    name TEXT NOT NULL DEFAULT '',
    added_at BIGINT
);

CREATE INDEX ledger_key_by_ledger ON ledger_key (ledger);
CREATE INDEX ledger_key_by_holder ON ledger_key (belongs_to) WHERE belongs_to IS NOT NULL;

CREATE TABLE ledger_asset (
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    scale BIGINT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (ledger, number)
);

CREATE TABLE ledger_account (
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    id BYTEA NOT NULL,
    asset BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    belongs_to BYTEA REFERENCES ledger_holder (id) ON DELETE CASCADE,
    -- How far below nothing it may go, 16 bytes; null where there is no limit.
    floor BYTEA,
    -- Empty for the family's own.
    name TEXT NOT NULL,
    number BIGINT,
    PRIMARY KEY (ledger, id)
);

CREATE INDEX ledger_account_by_holder ON ledger_account (belongs_to) WHERE belongs_to IS NOT NULL;
CREATE UNIQUE INDEX ledger_account_by_number ON ledger_account (number);

CREATE TABLE ledger_note (
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    leaf BIGINT NOT NULL,
    -- Whose words they are.
    belongs_to BYTEA REFERENCES ledger_holder (id) ON DELETE CASCADE,
    salt BYTEA NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (ledger, leaf)
);

CREATE INDEX ledger_note_by_holder ON ledger_note (belongs_to) WHERE belongs_to IS NOT NULL;

CREATE TABLE money_request (
    id BYTEA NOT NULL PRIMARY KEY,
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    asker BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    payer BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- The asker's, into which it is to be paid.
    account BYTEA NOT NULL,
    asset BIGINT NOT NULL,
    -- 16 bytes.
    amount BYTEA NOT NULL,
    memo TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    state BIGINT NOT NULL,
    -- By what it was paid.
    transfer BYTEA
);

CREATE INDEX money_request_by_asker ON money_request (asker);
CREATE INDEX money_request_by_payer ON money_request (payer);
CREATE INDEX money_request_by_age ON money_request (created_at);

CREATE TABLE ledger_check (
    belongs_to BYTEA NOT NULL PRIMARY KEY REFERENCES ledger_holder (id) ON DELETE CASCADE,
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    leaf_count BIGINT NOT NULL,
    at BIGINT NOT NULL
);

CREATE INDEX ledger_check_by_ledger ON ledger_check (ledger);

CREATE TABLE standing_order (
    id BYTEA NOT NULL PRIMARY KEY,
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    -- Who gives, and who is paid.
    belongs_to BYTEA NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    paid_to BYTEA NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    -- The order as it was signed, and the signature.
    terms BYTEA NOT NULL,
    signature BYTEA NOT NULL,
    -- The words that each payment carries, empty where there are none, and what hides them in the order.
    salt BYTEA NOT NULL,
    text TEXT NOT NULL,
    -- The occurrence that is paid next, in days since 1970-01-01, and whether it was announced.
    next_day BIGINT NOT NULL,
    is_announced BIGINT NOT NULL,
    -- When the hub has to look at it again.
    deadline BIGINT NOT NULL
);

CREATE INDEX standing_order_by_ledger ON standing_order (ledger);
CREATE INDEX standing_order_by_holder ON standing_order (belongs_to);
CREATE INDEX standing_order_by_paid ON standing_order (paid_to);
CREATE INDEX standing_order_by_deadline ON standing_order (deadline);

CREATE TABLE approval_sum (
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    asset BIGINT NOT NULL,
    amount BYTEA NOT NULL,
    set_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (ledger, asset)
);

CREATE TABLE day_limit (
    belongs_to BYTEA NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    asset BIGINT NOT NULL,
    amount BYTEA NOT NULL,
    PRIMARY KEY (belongs_to, asset)
);

CREATE TABLE open_decision (
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    -- The transfer that holds.
    id BYTEA NOT NULL,
    -- Who asked for it.
    belongs_to BYTEA NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    -- When it ends by itself; null where somebody must end it.
    ends_at BIGINT,
    PRIMARY KEY (ledger, id)
);

CREATE INDEX open_decision_by_holder ON open_decision (belongs_to);
CREATE INDEX open_decision_by_end ON open_decision (ends_at) WHERE ends_at IS NOT NULL;

CREATE TABLE dead_zones (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    sealed BYTEA NOT NULL
);

CREATE TABLE mission (
    id BYTEA NOT NULL PRIMARY KEY,
    family BYTEA NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    -- Who made it; somebody who left is nobody.
    giver BYTEA NOT NULL,
    -- Null for whoever takes it.
    assignee BYTEA REFERENCES member (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    minutes BIGINT NOT NULL,
    priority BIGINT NOT NULL,
    -- Both null for a mission that comes once.
    repeats_every BIGINT,
    repeats_from BIGINT,
    -- Days since 1970-01-01.
    due BIGINT,
    needs_approval BIGINT NOT NULL,
    added_at BIGINT NOT NULL,
    removed_at BIGINT,
    request_hash BYTEA NOT NULL,
    -- Which weekdays, as a bit for each with the lowest for Monday, or which day of each month; null for the other ways.
    repeats_days BIGINT
);

CREATE INDEX mission_by_family ON mission (family);
CREATE INDEX mission_by_assignee ON mission (assignee) WHERE assignee IS NOT NULL;
CREATE INDEX mission_by_giver ON mission (giver);

CREATE TABLE mission_occurrence (
    mission BYTEA NOT NULL REFERENCES mission (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    due BIGINT,
    -- Whom it falls to; null until somebody takes it.
    doer BYTEA REFERENCES member (id) ON DELETE SET NULL,
    phase BIGINT NOT NULL,
    -- Since when; null while it is open.
    phase_at BIGINT,
    -- In gold; null until it is approved or done.
    paid BIGINT,
    version BIGINT NOT NULL,
    -- The countdown that runs for it.
    running BYTEA,
    focused_milliseconds BIGINT NOT NULL,
    rewarded_milliseconds BIGINT NOT NULL,
    -- How many approvals were undone.
    round BIGINT NOT NULL,
    has_follower BIGINT NOT NULL,
    PRIMARY KEY (mission, number)
);

CREATE INDEX mission_occurrence_by_doer ON mission_occurrence (doer) WHERE doer IS NOT NULL;
CREATE INDEX mission_occurrence_open ON mission_occurrence (due, mission, number) WHERE phase = 0 AND due IS NOT NULL;

CREATE TABLE focus_session (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    mission BYTEA NOT NULL REFERENCES mission (id) ON DELETE CASCADE,
    occurrence BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    -- The day it counts for.
    day BIGINT NOT NULL,
    planned_milliseconds BIGINT NOT NULL,
    may_pause BIGINT NOT NULL,
    may_stop BIGINT NOT NULL,
    phase BIGINT NOT NULL,
    phase_at BIGINT NOT NULL,
    worked_milliseconds BIGINT NOT NULL,
    paused_milliseconds BIGINT NOT NULL,
    rewarded_milliseconds BIGINT NOT NULL,
    -- When it must be looked at again; null once it is over.
    deadline BIGINT,
    -- What of a countdown had passed on the device of a guest: it counts for the mission and pays nothing (F62).
    brought_milliseconds BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX focus_session_running ON focus_session (member) WHERE deadline IS NOT NULL;
CREATE INDEX focus_session_by_deadline ON focus_session (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX focus_session_by_member ON focus_session (member, day);
CREATE INDEX focus_session_by_start ON focus_session (member, started_at);
CREATE INDEX focus_session_by_mission ON focus_session (mission, occurrence);

CREATE TABLE mission_settings (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    weight_high BIGINT NOT NULL,
    weight_medium BIGINT NOT NULL,
    weight_low BIGINT NOT NULL,
    payout BIGINT NOT NULL,
    may_pause BIGINT NOT NULL,
    may_stop BIGINT NOT NULL,
    own_needs_approval BIGINT NOT NULL
);

CREATE TABLE streak_pause (
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Days since 1970-01-01, both within it.
    first_day BIGINT NOT NULL,
    last_day BIGINT,
    PRIMARY KEY (member, first_day)
);

CREATE TABLE store_item (
    id BYTEA NOT NULL PRIMARY KEY,
    family BYTEA NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- In gold.
    price BIGINT NOT NULL,
    -- Null for as many as one likes.
    stock BIGINT,
    -- 0 everybody, 1 adults, 2 children, 3 those in store_item_buyer.
    buyers BIGINT NOT NULL,
    added_at BIGINT NOT NULL,
    retired_at BIGINT,
    request_hash BYTEA NOT NULL
);

CREATE INDEX store_item_by_family ON store_item (family);

CREATE TABLE store_item_picture (
    item BYTEA NOT NULL PRIMARY KEY REFERENCES store_item (id) ON DELETE CASCADE,
    -- Another for each picture.
    version TEXT NOT NULL,
    jpeg BYTEA NOT NULL
);

CREATE TABLE store_item_buyer (
    item BYTEA NOT NULL REFERENCES store_item (id) ON DELETE CASCADE,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    PRIMARY KEY (item, member)
);

CREATE INDEX store_item_buyer_by_member ON store_item_buyer (member);

CREATE TABLE purchase (
    -- That of the hold in the ledger, too.
    id BYTEA NOT NULL PRIMARY KEY,
    item BYTEA NOT NULL REFERENCES store_item (id) ON DELETE CASCADE,
    buyer BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    price BIGINT NOT NULL,
    placed_at BIGINT NOT NULL,
    phase BIGINT NOT NULL,
    -- Since when; null while it is held.
    phase_at BIGINT,
    version BIGINT NOT NULL,
    -- When it expires; null once it is over.
    deadline BIGINT
);

CREATE INDEX purchase_by_item ON purchase (item);
CREATE INDEX purchase_by_buyer ON purchase (buyer, placed_at);
CREATE INDEX purchase_by_deadline ON purchase (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE revocation (
    -- Never given twice: what a backup knows ends with its last number.
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN (
        'device', 'clockLink', 'passkey', 'recoveryCode', 'ledgerKey', 'connection',
        'sharing', 'authenticator', 'password', 'pin', 'member', 'watch')),
    -- The hash of a token or code, the identity of what ended, or whose it was where it is told by that alone.
    what BYTEA NOT NULL,
    -- Of a connection that shows less: what it shows since, and until when.
    precision BIGINT,
    expires_at BIGINT,
    -- When it was kept beside the backups; null until then.
    kept_at BIGINT
);

CREATE INDEX revocation_by_what ON revocation (what);
CREATE INDEX revocation_by_time ON revocation (kept_at);

CREATE TABLE key_revocation (
    key BYTEA NOT NULL PRIMARY KEY REFERENCES ledger_key (id) ON DELETE CASCADE,
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    -- Until when it can be agreed to, which is part of what is signed.
    valid_until BIGINT NOT NULL
);

CREATE INDEX key_revocation_by_ledger ON key_revocation (ledger);

CREATE TABLE key_revocation_vote (
    key BYTEA NOT NULL REFERENCES key_revocation (key) ON DELETE CASCADE,
    belongs_to BYTEA NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    signed_by BYTEA NOT NULL,
    signature BYTEA NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (key, belongs_to)
);

CREATE INDEX key_revocation_vote_by_holder ON key_revocation_vote (belongs_to);

CREATE TABLE ledger_cosignature (
    key BYTEA NOT NULL PRIMARY KEY REFERENCES ledger_key (id) ON DELETE CASCADE,
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    leaf_count BIGINT NOT NULL,
    root BYTEA NOT NULL,
    -- When, in seconds since 1970, as it is signed.
    seconds BIGINT NOT NULL,
    signature BYTEA NOT NULL
);

CREATE INDEX ledger_cosignature_by_ledger ON ledger_cosignature (ledger);

CREATE TABLE ledger_tile (
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    level BIGINT NOT NULL,
    number BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (ledger, level, number)
);

CREATE TABLE ledger_entry (
    place BIGINT NOT NULL PRIMARY KEY,
    -- What stands in the tree: a hash of the other two.
    commitment BYTEA NOT NULL,
    salt BYTEA NOT NULL,
    record BYTEA NOT NULL,
    -- Null where it is no answer to a command.
    command BYTEA,
    -- Of a hold, what became of it; of a payout, that it was reversed.
    hold BIGINT,
    -- Of a transfer that was done, the last entries before it about the same accounts; null where there are none.
    debit_before BIGINT,
    credit_before BIGINT
);

CREATE UNIQUE INDEX ledger_entry_by_command ON ledger_entry ((place >> 40), command) WHERE command IS NOT NULL;

CREATE TABLE ledger_balance (
    account BIGINT NOT NULL PRIMARY KEY REFERENCES ledger_account (number) ON DELETE CASCADE,
    -- Debits and credits posted, then held, 16 bytes each.
    sums BYTEA NOT NULL,
    is_closed BIGINT NOT NULL DEFAULT 0,
    -- The last entry that changed it; null where none has.
    last_leaf BIGINT
);

CREATE TABLE pin_reset (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    pin_hash TEXT NOT NULL,
    duress_hash TEXT NOT NULL,
    -- Of the link in the text and the mail, which cancels it.
    token_hash BYTEA NOT NULL UNIQUE,
    requested_at BIGINT NOT NULL,
    ready_at BIGINT NOT NULL,
    -- When it is tried next: later than it is ready while a trip or an alarm runs.
    due_at BIGINT NOT NULL
);

CREATE INDEX pin_reset_by_due ON pin_reset (due_at);

CREATE TABLE machine_boot (
    -- Always 1.
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    booted_at BIGINT NOT NULL
);

CREATE TABLE outside_contact (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Name, and number or mail address, under the member's key; null once removed.
    sealed BYTEA,
    -- Keyed hash of the number or address: stays after a removal, so that the member asks nobody twice.
    address_hash BYTEA NOT NULL,
    -- Keyed hash of the token of the contact's own link.
    link_hash BYTEA NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('asked', 'agreed', 'declined', 'ended')),
    asked_at BIGINT NOT NULL,
    answered_at BIGINT,
    -- When the question left the hub; null where it did not yet. One that never left was not asked.
    question_at BIGINT,
    removed_at BIGINT,
    -- When it was put on its member's list, the last time.
    listed_at BIGINT NOT NULL,
    UNIQUE (member, address_hash)
);

CREATE INDEX outside_contact_by_address ON outside_contact (address_hash);

CREATE TABLE trip_viewer (
    id BYTEA NOT NULL PRIMARY KEY,
    -- Whose trip or alarm it is.
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    trip BYTEA REFERENCES trip (id) ON DELETE CASCADE,
    alarm BYTEA,
    -- Who was sent the link, where that was one of an alarm.
    recipient BYTEA REFERENCES member (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    browser TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- When its traveller removed it.
    dropped_at BIGINT,
    -- The contact who was sent the link that the browser opened.
    contact BYTEA REFERENCES outside_contact (id) ON DELETE CASCADE
);

CREATE INDEX trip_viewer_by_trip ON trip_viewer (trip);
CREATE INDEX trip_viewer_by_member ON trip_viewer (member);
CREATE INDEX trip_viewer_by_recipient ON trip_viewer (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX trip_viewer_by_contact ON trip_viewer (contact) WHERE contact IS NOT NULL;

CREATE TABLE alarm_contact (
    alarm BYTEA NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
    contact BYTEA NOT NULL REFERENCES outside_contact (id) ON DELETE CASCADE,
    told_at BIGINT NOT NULL,
    -- When they were told that it is one of the duress PIN; null where they were not.
    duress_at BIGINT,
    -- When what they did since was shown to their member, whose pages know of no such alarm before.
    released_at BIGINT,
    -- Keyed hash of the token of the link that only they were sent; null once it opens nothing.
    link_hash BYTEA UNIQUE,
    looks_cleared_at BIGINT,
    known_at BIGINT,
    PRIMARY KEY (alarm, contact)
);

CREATE INDEX alarm_contact_by_contact ON alarm_contact (contact);

CREATE TABLE mission_turn (
    mission BYTEA NOT NULL REFERENCES mission (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    PRIMARY KEY (mission, position)
);

CREATE INDEX mission_turn_by_member ON mission_turn (member);

CREATE TABLE savings_goal (
    ledger BYTEA NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    account BYTEA NOT NULL,
    belongs_to BYTEA NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    -- 16 bytes.
    amount BYTEA NOT NULL,
    -- Of each allowance, 0 to 100.
    share_percent BIGINT NOT NULL,
    set_at BIGINT NOT NULL,
    -- When it was told that it is reached; null while it is not.
    reached_at BIGINT,
    PRIMARY KEY (ledger, account)
);

CREATE INDEX savings_goal_by_holder ON savings_goal (belongs_to);
CREATE INDEX savings_goal_to_reach ON savings_goal (ledger, account) WHERE reached_at IS NULL;

CREATE TABLE savings_goal_picture (
    ledger BYTEA NOT NULL,
    account BYTEA NOT NULL,
    -- Another for each picture.
    version TEXT NOT NULL,
    jpeg BYTEA NOT NULL,
    PRIMARY KEY (ledger, account),
    FOREIGN KEY (ledger, account) REFERENCES savings_goal (ledger, account) ON DELETE CASCADE
);

CREATE TABLE guest_record (
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Made by the device; two members may bring the same.
    id BYTEA NOT NULL,
    kind BIGINT NOT NULL,
    name TEXT NOT NULL,
    gold BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (member, id)
);

CREATE TABLE position_request (
    requester BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    subject BYTEA NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (requester, subject, at)
);

CREATE INDEX position_request_by_subject ON position_request (subject);
CREATE INDEX position_request_by_at ON position_request (at);

CREATE TABLE family_key (
    member BYTEA NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    family BYTEA NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    sealed BYTEA NOT NULL
);

CREATE INDEX family_key_by_family ON family_key (family);

CREATE TABLE family_place (
    id BYTEA NOT NULL PRIMARY KEY,
    family BYTEA NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    maker BYTEA REFERENCES member (id) ON DELETE SET NULL,
    sealed BYTEA NOT NULL,
    version BIGINT NOT NULL,
    request_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX family_place_by_family ON family_place (family);
CREATE INDEX family_place_by_maker ON family_place (maker);

CREATE TABLE place (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    sealed BYTEA NOT NULL,
    request_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    -- Of a member's own place: the family's place that it follows, and the version that its member accepted.
    family_place BYTEA REFERENCES family_place (id) ON DELETE SET NULL,
    accepted_version BIGINT
);

CREATE INDEX place_by_member ON place (member);
CREATE UNIQUE INDEX place_by_family_place ON place (family_place, member) WHERE family_place IS NOT NULL;

CREATE TABLE notice (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    -- Whom it is about, where that is somebody else.
    about BYTEA REFERENCES member (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    -- The place that a notice tells of: its label is looked up by who may see it then.
    place BYTEA REFERENCES place (id) ON DELETE CASCADE,
    -- What a notice asks a decision about, in the version that its reader is told of.
    mission BYTEA REFERENCES mission (id) ON DELETE CASCADE,
    occurrence BIGINT,
    purchase BYTEA REFERENCES purchase (id) ON DELETE CASCADE,
    version BIGINT,
    gold BIGINT,
    moment BIGINT,
    -- What a member's own sessions must not show while they are under duress; shown once the alarm is lifted.
    withheld BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX notice_by_member ON notice (member);
CREATE INDEX notice_by_time ON notice (created_at);
CREATE INDEX notice_by_place ON notice (place) WHERE place IS NOT NULL;
CREATE INDEX notice_by_mission ON notice (mission) WHERE mission IS NOT NULL;
CREATE INDEX notice_by_purchase ON notice (purchase) WHERE purchase IS NOT NULL;

CREATE TABLE crossing (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    place BYTEA NOT NULL REFERENCES place (id) ON DELETE CASCADE,
    kind BIGINT NOT NULL CHECK (kind IN (1, 2)),
    at BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);

CREATE INDEX crossing_by_due ON crossing (due_at);
CREATE INDEX crossing_by_member ON crossing (member, place);

CREATE TABLE live_link (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- What its member calls it; viewers are not told.
    name TEXT NOT NULL,
    -- How much it shows: 1 the place, 2 a 1 km cell too, 3 the position too.
    precision BIGINT NOT NULL CHECK (precision BETWEEN 1 AND 3),
    hours BIGINT NOT NULL CHECK (hours BETWEEN 1 AND 24),
    token_hash BYTEA NOT NULL UNIQUE,
    -- When it opens first; of a child's, when a guardian agreed.
    began_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- 1 while a child's link waits for a guardian; it opens nothing until then.
    waits BIGINT NOT NULL DEFAULT 0 CHECK (waits IN (0, 1)),
    ended_at BIGINT
);

CREATE INDEX live_link_by_member ON live_link (member, expires_at);
CREATE INDEX live_link_by_end ON live_link (expires_at);

CREATE TABLE live_viewer (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    link BYTEA NOT NULL REFERENCES live_link (id) ON DELETE CASCADE,
    browser TEXT NOT NULL,
    token_hash BYTEA NOT NULL UNIQUE,
    opened_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    dropped_at BIGINT
);

CREATE INDEX live_viewer_by_link ON live_viewer (link, opened_at);

CREATE TABLE live_look (
    subject BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    browser BYTEA NOT NULL REFERENCES live_viewer (id) ON DELETE CASCADE,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    precision BIGINT NOT NULL CHECK (precision BETWEEN 1 AND 3),
    PRIMARY KEY (subject, browser, first_at)
);

CREATE INDEX live_look_by_subject ON live_look (subject, first_at);
CREATE INDEX live_look_by_browser ON live_look (browser);
CREATE INDEX live_look_by_time ON live_look (first_at);

CREATE TABLE thing_position (
    device BYTEA NOT NULL PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    member BYTEA NOT NULL,
    at BIGINT NOT NULL,
    sealed BYTEA NOT NULL
);

CREATE INDEX thing_position_by_member ON thing_position (member);

CREATE TABLE tracker (
    id BYTEA NOT NULL PRIMARY KEY,
    bridge BYTEA NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    member BYTEA NOT NULL,
    -- A keyed hash of Traccar's uniqueId.
    mark BYTEA NOT NULL,
    -- That identity and the name.
    sealed BYTEA NOT NULL,
    -- The device whose positions these are; null while it is only offered.
    device BYTEA REFERENCES device (id) ON DELETE SET NULL,
    heard_at BIGINT NOT NULL,
    UNIQUE (bridge, mark)
);

CREATE INDEX tracker_by_member ON tracker (member);
CREATE INDEX tracker_by_device ON tracker (device);

CREATE TABLE calendar_link (
    id BYTEA NOT NULL PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    missions BIGINT NOT NULL,
    trips BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- To the hour; null until it is read first.
    used_at BIGINT
);

CREATE INDEX calendar_link_by_member ON calendar_link (member);

CREATE TABLE deputy (
    id BYTEA PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    -- What the hub is called in a deputy's messages.
    hub_name TEXT NOT NULL,
    -- The hub's private keys of this pairing and the deputy's public ones.
    keys_sealed BYTEA NOT NULL,
    texts TEXT NOT NULL CHECK (texts IN ('none', 'needed', 'all')),
    paired_at BIGINT NOT NULL,
    -- Another one after a backup was put back.
    generation BIGINT NOT NULL,
    -- The last turn that was taken.
    turn BIGINT NOT NULL DEFAULT 0,
    heard_at BIGINT,
    -- The keeper gave it up; the row goes when the deputy heard so.
    ended_at BIGINT
);

CREATE TABLE deputy_envelope (
    deputy BYTEA NOT NULL REFERENCES deputy (id) ON DELETE CASCADE,
    watch BYTEA NOT NULL CHECK (length(watch) = 16),
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    alarm BYTEA NOT NULL CHECK (length(alarm) = 16),
    version BIGINT NOT NULL,
    -- What it says, to tell whether it changed.
    digest BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    box BYTEA NOT NULL,
    -- Every message that the deputy was ever given for it, by identity.
    given_sealed BYTEA NOT NULL,
    -- When the deputy was first known to hold it; nil until then.
    confirmed_at BIGINT,
    -- When the deputy is told that it is over.
    end_at BIGINT,
    PRIMARY KEY (deputy, watch)
);

CREATE INDEX deputy_envelope_member ON deputy_envelope (member);

CREATE TABLE deputy_choice (
    -- Of this answer alone: one that is given later is another.
    id BYTEA NOT NULL UNIQUE CHECK (length(id) = 16),
    deputy BYTEA NOT NULL REFERENCES deputy (id) ON DELETE CASCADE,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    is_guarded BIGINT NOT NULL CHECK (is_guarded IN (0, 1)),
    chosen_at BIGINT NOT NULL,
    PRIMARY KEY (deputy, member)
);

CREATE TABLE coin_wallet (
    id BYTEA PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    coin BIGINT NOT NULL,
    -- Name, address, view key, and the password of the file that is made of them.
    sealed BYTEA NOT NULL,
    -- By which a repeated request is known.
    request_hash BYTEA NOT NULL,
    -- Accounts, amounts and transfers; NULL before the first reading.
    reading_sealed BYTEA,
    read_at BIGINT,
    added_at BIGINT NOT NULL,
    -- What shows which of its outputs are spent.
    images_sealed BYTEA,
    -- When the hub was last put back from a backup; the wallet pays nothing for a day then.
    restored_at BIGINT,
    -- Of the spending password and of the daily limit: another one has another mark.
    password_mark BYTEA,
    limit_mark BYTEA,
    -- Whether the password was changed, or the limit lowered, after the backup that was put back.
    is_password_old BIGINT NOT NULL DEFAULT 0,
    is_limit_old BIGINT NOT NULL DEFAULT 0,
    -- How often the spending password was changed and the limit lowered.
    password_count BIGINT NOT NULL DEFAULT 0,
    limit_count BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX coin_wallet_by_member ON coin_wallet (member);

CREATE TABLE coin_consent (
    child BYTEA PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    adult BYTEA NOT NULL,
    -- Of this consent alone: one that is given later is another.
    id BYTEA NOT NULL UNIQUE,
    at BIGINT NOT NULL
);

CREATE TABLE wall_consent (
    member BYTEA PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    family BYTEA NOT NULL,
    -- Of this consent alone: one that is given later is another.
    id BYTEA NOT NULL UNIQUE,
    at BIGINT NOT NULL
);

CREATE TABLE coin_payee (
    id BYTEA PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    wallet BYTEA NOT NULL REFERENCES coin_wallet (id) ON DELETE CASCADE,
    -- Name and address.
    sealed BYTEA NOT NULL,
    request_hash BYTEA NOT NULL,
    added_at BIGINT NOT NULL
);

CREATE INDEX coin_payee_by_wallet ON coin_payee (wallet);
CREATE INDEX coin_payee_by_member ON coin_payee (member);

CREATE TABLE coin_payment (
    id BYTEA PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    wallet BYTEA NOT NULL REFERENCES coin_wallet (id) ON DELETE CASCADE,
    -- Payee, amount, fee, and the signed transaction with its key.
    sealed BYTEA NOT NULL,
    request_hash BYTEA NOT NULL,
    -- A state of CoinTransferProgress.
    state TEXT NOT NULL,
    confirmations BIGINT NOT NULL,
    prepared_at BIGINT NOT NULL,
    -- Written before a node is given the transaction; NULL before that.
    sent_at BIGINT,
    -- Whether it was in a backup that was put back: no node is given it again before its member says so.
    is_held BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX coin_payment_by_wallet ON coin_payment (wallet, prepared_at);
CREATE INDEX coin_payment_by_member ON coin_payment (member);

CREATE TABLE coin_request (
    id BYTEA PRIMARY KEY,
    member BYTEA NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    wallet BYTEA NOT NULL REFERENCES coin_wallet (id) ON DELETE CASCADE,
    -- Address, amount and memo.
    sealed BYTEA NOT NULL,
    request_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX coin_request_by_wallet ON coin_request (wallet);
CREATE INDEX coin_request_by_member ON coin_request (member);

CREATE FUNCTION security_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the security log only grows';
    RETURN NULL;
END $$;

CREATE TRIGGER security_event_stays BEFORE UPDATE ON security_event FOR EACH ROW
EXECUTE FUNCTION security_event_stays();

CREATE FUNCTION security_event_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.at > (SELECT max(at) FROM security_event) - 7776000000 THEN
        RAISE EXCEPTION 'the security log is kept for ninety days';
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER security_event_is_kept BEFORE DELETE ON security_event FOR EACH ROW
EXECUTE FUNCTION security_event_is_kept();

CREATE FUNCTION device_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('device', OLD.token_hash);
    RETURN NULL;
END $$;

CREATE TRIGGER device_taken_back AFTER UPDATE OF token_hash, revoked_at ON device FOR EACH ROW
WHEN (OLD.revoked_at IS NULL AND (NEW.revoked_at IS NOT NULL OR NEW.token_hash <> OLD.token_hash))
EXECUTE FUNCTION device_taken_back();

CREATE FUNCTION device_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('device', OLD.token_hash);
    RETURN NULL;
END $$;

CREATE TRIGGER device_removed AFTER DELETE ON device FOR EACH ROW
WHEN (OLD.revoked_at IS NULL)
EXECUTE FUNCTION device_removed();

CREATE FUNCTION clock_link_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.token_hash);
    RETURN NULL;
END $$;

CREATE TRIGGER clock_link_removed AFTER DELETE ON clock_link FOR EACH ROW
EXECUTE FUNCTION clock_link_removed();

CREATE FUNCTION passkey_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('passkey', OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER passkey_removed AFTER DELETE ON passkey FOR EACH ROW
EXECUTE FUNCTION passkey_removed();

CREATE FUNCTION recovery_code_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('recoveryCode', OLD.code_hash);
    RETURN NULL;
END $$;

CREATE TRIGGER recovery_code_used AFTER DELETE ON recovery_code FOR EACH ROW
EXECUTE FUNCTION recovery_code_used();

CREATE FUNCTION ledger_key_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('ledgerKey', OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_key_revoked AFTER UPDATE OF is_revoked ON ledger_key FOR EACH ROW
WHEN (NEW.is_revoked = 1 AND OLD.is_revoked = 0)
EXECUTE FUNCTION ledger_key_revoked();

CREATE FUNCTION connection_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('connection', OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER connection_removed AFTER DELETE ON connection FOR EACH ROW
EXECUTE FUNCTION connection_removed();

CREATE FUNCTION connection_lowered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what, precision, expires_at)
        VALUES ('sharing', OLD.id, NEW.precision, NEW.expires_at);
    RETURN NULL;
END $$;

CREATE TRIGGER connection_lowered AFTER UPDATE OF precision, expires_at ON connection FOR EACH ROW
WHEN (NEW.precision < OLD.precision
    OR (NEW.expires_at IS NOT NULL AND (OLD.expires_at IS NULL OR NEW.expires_at < OLD.expires_at)))
EXECUTE FUNCTION connection_lowered();

CREATE FUNCTION authenticator_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('authenticator', OLD.member);
    RETURN NULL;
END $$;

CREATE TRIGGER authenticator_changed AFTER UPDATE OF secret_sealed ON authenticator FOR EACH ROW
WHEN (OLD.secret_sealed IS NOT NULL AND NEW.secret_sealed IS DISTINCT FROM OLD.secret_sealed)
EXECUTE FUNCTION authenticator_changed();

CREATE FUNCTION authenticator_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('authenticator', OLD.member);
    RETURN NULL;
END $$;

CREATE TRIGGER authenticator_removed AFTER DELETE ON authenticator FOR EACH ROW
WHEN (OLD.secret_sealed IS NOT NULL)
EXECUTE FUNCTION authenticator_removed();

CREATE FUNCTION safety_pin_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('pin', OLD.member);
    RETURN NULL;
END $$;

CREATE TRIGGER safety_pin_changed AFTER UPDATE ON safety_pin FOR EACH ROW
EXECUTE FUNCTION safety_pin_changed();

CREATE FUNCTION member_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('member', OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER member_disabled AFTER UPDATE OF disabled_at ON member FOR EACH ROW
WHEN (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL)
EXECUTE FUNCTION member_disabled();

CREATE FUNCTION safety_watch_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('watch', OLD.member);
    RETURN NULL;
END $$;

CREATE TRIGGER safety_watch_over AFTER UPDATE OF active ON safety_watch FOR EACH ROW
WHEN (NEW.active = 0 AND OLD.active = 1)
EXECUTE FUNCTION safety_watch_over();

CREATE FUNCTION ledger_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM ledger_entry WHERE place >= OLD.ordinal << 40 AND place < (OLD.ordinal + 1) << 40;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_removed AFTER DELETE ON ledger FOR EACH ROW
EXECUTE FUNCTION ledger_removed();

CREATE FUNCTION outside_contact_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what, precision) VALUES ('sharing', OLD.id, 0);
    RETURN NULL;
END $$;

CREATE TRIGGER outside_contact_ended AFTER UPDATE OF state ON outside_contact FOR EACH ROW
WHEN (NEW.state IN ('declined', 'ended') AND NEW.state <> OLD.state)
EXECUTE FUNCTION outside_contact_ended();

CREATE FUNCTION outside_contact_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what, precision) VALUES ('sharing', OLD.id, 1);
    RETURN NULL;
END $$;

CREATE TRIGGER outside_contact_removed AFTER UPDATE OF removed_at ON outside_contact FOR EACH ROW
WHEN (NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL)
EXECUTE FUNCTION outside_contact_removed();

CREATE FUNCTION live_link_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.token_hash);
    RETURN NULL;
END $$;

CREATE TRIGGER live_link_ended AFTER UPDATE OF ended_at ON live_link FOR EACH ROW
WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL)
EXECUTE FUNCTION live_link_ended();

CREATE FUNCTION live_link_lowered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what, precision, expires_at)
        VALUES ('sharing', OLD.id, NEW.precision, NEW.expires_at);
    RETURN NULL;
END $$;

CREATE TRIGGER live_link_lowered AFTER UPDATE OF precision ON live_link FOR EACH ROW
WHEN (NEW.precision < OLD.precision)
EXECUTE FUNCTION live_link_lowered();

CREATE FUNCTION live_viewer_dropped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.token_hash);
    RETURN NULL;
END $$;

CREATE TRIGGER live_viewer_dropped AFTER UPDATE OF dropped_at ON live_viewer FOR EACH ROW
WHEN (NEW.dropped_at IS NOT NULL AND OLD.dropped_at IS NULL)
EXECUTE FUNCTION live_viewer_dropped();

CREATE FUNCTION calendar_link_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.token_hash);
    RETURN NULL;
END $$;

CREATE TRIGGER calendar_link_removed AFTER DELETE ON calendar_link FOR EACH ROW
EXECUTE FUNCTION calendar_link_removed();

CREATE FUNCTION deputy_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', NEW.id);
    RETURN NULL;
END $$;

CREATE TRIGGER deputy_ended AFTER UPDATE OF ended_at ON deputy FOR EACH ROW
WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL)
EXECUTE FUNCTION deputy_ended();

CREATE FUNCTION deputy_choice_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER deputy_choice_changed AFTER UPDATE OF is_guarded ON deputy_choice FOR EACH ROW
WHEN (OLD.is_guarded = 1 AND NEW.is_guarded = 0)
EXECUTE FUNCTION deputy_choice_changed();

CREATE FUNCTION deputy_choice_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER deputy_choice_removed AFTER DELETE ON deputy_choice FOR EACH ROW
WHEN (OLD.is_guarded = 1)
EXECUTE FUNCTION deputy_choice_removed();

CREATE FUNCTION coin_consent_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER coin_consent_withdrawn AFTER DELETE ON coin_consent FOR EACH ROW
EXECUTE FUNCTION coin_consent_withdrawn();

CREATE FUNCTION wall_consent_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER wall_consent_withdrawn AFTER DELETE ON wall_consent FOR EACH ROW
EXECUTE FUNCTION wall_consent_withdrawn();

CREATE FUNCTION coin_wallet_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM revocation WHERE kind = 'clockLink' AND what IN ('\x05'::bytea || OLD.id, '\x06'::bytea || OLD.id);
    INSERT INTO revocation (kind, what) VALUES ('clockLink', '\x01'::bytea || OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER coin_wallet_removed AFTER DELETE ON coin_wallet FOR EACH ROW
EXECUTE FUNCTION coin_wallet_removed();

CREATE FUNCTION coin_payee_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', '\x02'::bytea || OLD.id);
    RETURN NULL;
END $$;

CREATE TRIGGER coin_payee_removed AFTER DELETE ON coin_payee FOR EACH ROW
EXECUTE FUNCTION coin_payee_removed();

CREATE FUNCTION coin_password_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM revocation WHERE kind = 'clockLink' AND what = '\x05'::bytea || OLD.id;
    INSERT INTO revocation (kind, what, precision) VALUES ('clockLink', '\x05'::bytea || OLD.id, NEW.password_count);
    RETURN NULL;
END $$;

CREATE TRIGGER coin_password_changed AFTER UPDATE OF password_count ON coin_wallet FOR EACH ROW
WHEN (NEW.password_count > OLD.password_count)
EXECUTE FUNCTION coin_password_changed();

CREATE FUNCTION coin_limit_lowered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM revocation WHERE kind = 'clockLink' AND what = '\x06'::bytea || OLD.id;
    INSERT INTO revocation (kind, what, precision) VALUES ('clockLink', '\x06'::bytea || OLD.id, NEW.limit_count);
    RETURN NULL;
END $$;

CREATE TRIGGER coin_limit_lowered AFTER UPDATE OF limit_count ON coin_wallet FOR EACH ROW
WHEN (NEW.limit_count > OLD.limit_count)
EXECUTE FUNCTION coin_limit_lowered();
