// @ts-check

/**
 * Machines elsewhere that notify the companions if the hub fails.
 *
 * @type {typeof import("../en/deputies.js").deputies}
 */
export const deputies = {
  "deputy.title": "Wenn der Hub ausfällt",
  "deputy.words": "Ein Gerät an einem anderen Ort kann deine Begleitung benachrichtigen, wenn dieser Hub während eines Wegs oder Alarms ausfällt.",
  "deputy.state.on": "Sichert deine Wege ab",
  "deputy.state.off": "Sichert deine Wege nicht ab",
  "deputy.state.unasked": "Noch nicht entschieden",
  "deputy.guardian": "Eine erwachsene Person deiner Familie entscheidet.",
  "deputy.review": "Ansehen",
  "deputy.sheet": "Darf {name} deine Wege absichern?",
  "deputy.reads": "Wer {name} betreibt, kann lesen:",
  "deputy.reads.times": "Dass du unterwegs bist oder um Hilfe gerufen hast, wie lange, und wie viele Personen benachrichtigt würden",
  "deputy.reads.none": "Keinen Namen, keine Nummer, keine E-Mail-Adresse",
  "deputy.reads.needed": "Deinen Namen, wann du erwartet wirst, und Nummern und E-Mail-Adressen von Personen ohne bestätigte Benachrichtigungen",
  "deputy.reads.all": "Deinen Namen, wann du erwartet wirst, und Nummern und E-Mail-Adressen aller, die benachrichtigt würden",
  "deputy.reads.own": "Deine Nummer und E-Mail-Adresse, um dich bei Alarmen anderer zu benachrichtigen",
  "deputy.reads.never": "Nie, wo du bist, deine Route oder deine PIN",
  "deputy.children": "Gilt auch für Kinder unter 10 in deiner Familie.",
  "deputy.cutOff": "Ist nur die Leitung zum Hub unterbrochen, wird deine Begleitung vielleicht benachrichtigt, obwohl du angekommen bist.",
  "deputy.allow": "Erlauben",
  "deputy.decline": "Nicht erlauben",
  "deputy.allowed": "{name} sichert deine Wege ab.",
  "deputy.declined": "{name} sichert deine Wege nicht ab.",
  "trip.deputy.ago": { one: "vor {count} Sekunde", other: "vor {count} Sekunden" },
  "trip.deputy.guards": "Auch abgesichert von {name}, bestätigt {age}.",
  "trip.deputy.ready": "{name} würde auch diesen Weg absichern.",
  "trip.deputy.waits": "{name} kennt diesen Weg noch nicht.",
  "trip.deputy.silent": "{name}: nichts gehört seit {time}.",
  "trip.deputy.never": "{name}: noch nie gehört.",
  "trip.deputy.mayTell": "{name} ist nicht erreichbar und benachrichtigt vielleicht noch deine Begleitung.",
};
