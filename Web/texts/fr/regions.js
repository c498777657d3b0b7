// @ts-check

/**
 * The keeper's page of regions.
 *
 * @type {typeof import("../en/regions.js").regions}
 */
export const regions = {
  "regions.page": "Cartes du hub",
  "regions.open": "Données de carte, d’itinéraires et de recherche",
  "regions.words":
    "Le hub dessine les cartes, trouve les itinéraires et cherche les adresses avec ses propres données OpenStreetMap. Personne à l’extérieur n’apprend où votre famille regarde ou se rend.",
  "regions.list": "Régions",
  "regions.none": "Aucune région\u202f: pas de rues, pas de recherche d’adresses, et les itinéraires sont des lignes droites.",
  "regions.row": "{extract}, {size}, importation\u202f: {time}",
  "regions.used": "{name}, en service",
  "regions.remove": "Supprimer {name}",
  "regions.removeTitle": "Supprimer {name}\u202f?",
  "regions.removeWords": "La carte, les itinéraires et les adresses de cette région sont supprimés maintenant, ce qui libère {size} sur le disque. Vous pourrez l’importer de nouveau.",
  "regions.removed": "Région supprimée\u202f: {name}",
  "regions.fixed": "Intégrée\u202f: ne peut pas être modifiée ici.",
  "regions.routing.own": "Itinéraires\u202f: par ce hub.",
  "regions.routing.starting": "Itinéraires\u202f: démarrage.",
  "regions.routing.elsewhere": "Itinéraires\u202f: par le moteur indiqué dans les réglages du hub.",
  "regions.routing.none": "Itinéraires\u202f: lignes droites seulement. Les programmes de calcul ne sont pas installés sur la machine du hub.",

  "regions.get": "Télécharger une région",
  "regions.text": "Pays ou région",
  "regions.find": "Chercher",
  "regions.textMissing": "Saisissez un pays ou une région, par exemple Liechtenstein.",
  "regions.learns":
    "Le hub n’interroge {mirror} que lorsque vous touchez. Ce serveur apprend l’adresse de ce hub et la région, rien d’autre.",
  "regions.noneFound": "Aucune région nommée «\u00a0{text}\u00a0» sur le serveur.",
  "regions.isNewest": "{name}\u202f: à jour.",
  "regions.costs": "Téléchargement\u202f: {size}. Demande environ {time} et {disk} de disque avant d’être prête.",
  "regions.goesOn": "Vous pouvez quitter cette page. Un téléchargement interrompu reprend.",
  "regions.noRoom": "Espace disque insuffisant\u202f: une partie est réservée aux appels à l’aide.",
  "regions.download": "Télécharger et importer",
  "regions.update": "Mettre à jour {name}",
  "regions.rowOld": "{extract}, {size}, importation\u202f: {time}. Une carte plus récente devrait exister.",
  "regions.fetching": "Téléchargement\u202f: {extract}, {done} sur {all}",
  "regions.waiting": "Le hub réessaie tout seul. {words}",

  "regions.add": "Importer un fichier",
  "regions.addWords": "Si vous avez déjà le fichier .osm.pbf de votre pays, choisissez-le ici.",
  "regions.file": "Extrait",
  "regions.name": "Nom",
  "regions.nameHint": "Remplace une région du même nom une fois l’importation réussie.",
  "regions.import": "Importer",
  "regions.fileMissing": "Choisissez un fichier.",
  "regions.notExtract": "Ce n’est pas un extrait. Le nom doit finir par .osm.pbf.",
  "regions.nameWrong": "1 à 40 lettres minuscules, chiffres et traits d’union.",
  "regions.command": "Si le fichier est déjà sur la machine du hub, exécutez\u202f:",
  "regions.free": "{size} libres sur le disque du hub.",

  "regions.work": "Importation\u202f: {name}",
  "regions.receiving": "Envoi\u202f: {extract}, {done} sur {all}",
  "regions.checking": "Vérification\u202f: {extract}…",
  "regions.importing": "En cours\u202f: {step}, {percent}\u202f%",
  "regions.stay": "Gardez cette page ouverte jusqu’à la fin de l’envoi.",
  "regions.mayLeave": "Vous pouvez quitter cette page.",
  "regions.elsewhere": "Cet envoi a été commencé dans une autre fenêtre ou a été interrompu.",
  "regions.cancelled": "Annulé. Aucune région n’a changé.",
  "regions.failed": "Impossible d’importer {extract}. Aucune région n’a changé.",
  "regions.done": "Région importée et en service\u202f: {name}",
  "regions.attribution": "© les contributeurs d’OpenStreetMap, Open Database License",
  "size.megabytes": "{figure}\u00a0Mo",
  "size.gigabytes": "{figure}\u00a0Go",
};
