// @ts-check

/**
 * The keeper's page of regions.
 *
 * @type {typeof import("../en/regions.js").regions}
 */
export const regions = {
  "regions.page": "Mapas del hub",
  "regions.open": "Datos de mapas, rutas y búsqueda",
  "regions.words":
    "El hub dibuja mapas, calcula rutas y busca direcciones con sus propios datos de OpenStreetMap. Nadie de fuera se entera de adónde mira o va tu familia.",
  "regions.list": "Regiones",
  "regions.none": "Aún no hay ninguna región: sin calles, sin búsqueda de direcciones, y las rutas son líneas rectas.",
  "regions.row": "{extract}, {size}, importado: {time}",
  "regions.used": "{name}, en uso",
  "regions.remove": "Quitar {name}",
  "regions.removeTitle": "¿Quitar {name}?",
  "regions.removeWords": "El mapa, las rutas y las direcciones de esta región se quitan ahora, y se liberan {size} de disco. Puedes importarla de nuevo.",
  "regions.removed": "Región quitada: {name}",
  "regions.fixed": "Integrada: no se puede cambiar aquí.",
  "regions.routing.own": "Rutas: en este hub.",
  "regions.routing.starting": "Rutas: iniciando.",
  "regions.routing.elsewhere": "Rutas: con el motor de los ajustes del hub.",
  "regions.routing.none": "Rutas: solo líneas rectas. Los programas de rutas no están instalados en la máquina del hub.",

  "regions.get": "Descargar una región",
  "regions.text": "País o región",
  "regions.find": "Buscar",
  "regions.textMissing": "Escribe un país o región, como Liechtenstein.",
  "regions.learns":
    "El hub consulta {mirror} solo cuando tocas. Ese servidor conoce la dirección de este hub y la región, nada más.",
  "regions.noneFound": "No hay ninguna región llamada «{text}» en el servidor.",
  "regions.isNewest": "{name}: al día.",
  "regions.costs": "Descarga de {size}. Necesita aprox. {time} y {disk} de disco hasta estar lista.",
  "regions.goesOn": "Puedes salir de esta página. Una descarga interrumpida se reanuda.",
  "regions.noRoom": "No hay espacio suficiente en el disco: una parte se reserva para peticiones de ayuda.",
  "regions.download": "Descargar e importar",
  "regions.update": "Actualizar {name}",
  "regions.rowOld": "{extract}, {size}, importado: {time}. Debería haber un mapa más reciente.",
  "regions.fetching": "Descargando {extract}: {done} de {all}",
  "regions.waiting": "El hub lo reintenta por sí solo. {words}",

  "regions.add": "Importar un archivo",
  "regions.addWords": "Si ya tienes el archivo .osm.pbf de tu país, elígelo aquí.",
  "regions.file": "Extracto",
  "regions.name": "Nombre",
  "regions.nameHint": "Sustituye una región con el mismo nombre cuando la importación termine bien.",
  "regions.import": "Importar",
  "regions.fileMissing": "Elige un archivo.",
  "regions.notExtract": "No es un extracto. El nombre debe terminar en .osm.pbf.",
  "regions.nameWrong": "De 1 a 40 letras minúsculas, cifras y guiones.",
  "regions.command": "Si el archivo ya está en la máquina del hub, ejecuta:",
  "regions.free": "{size} libres en el disco del hub.",

  "regions.work": "Importación de {name}",
  "regions.receiving": "Subiendo {extract}: {done} de {all}",
  "regions.checking": "Comprobando {extract}…",
  "regions.importing": "Creando {step}: {percent}\u00a0%",
  "regions.stay": "Deja esta página abierta hasta que termine la subida.",
  "regions.mayLeave": "Puedes salir de esta página.",
  "regions.elsewhere": "Esta subida se inició en otra ventana o se interrumpió.",
  "regions.cancelled": "Cancelado. No ha cambiado ninguna región.",
  "regions.failed": "No se pudo importar {extract}. No ha cambiado ninguna región.",
  "regions.done": "Región importada y en uso: {name}",
  "regions.attribution": "© colaboradores de OpenStreetMap, Open Database Licence",
  "size.megabytes": "{figure}\u00a0MB",
  "size.gigabytes": "{figure}\u00a0GB",
};
