/**
 * The import table of ARCHITECTURE.md as rules: each room, and everything it may import. What is not named is forbidden.
 * A new arrow between rooms is a deliberate change to this file.
 */
import { builtinModules } from 'node:module';

/** Node modules that compute and touch nothing outside the process. */
const PURE_NODE = ['assert', 'buffer', 'crypto', 'events', 'path', 'stream', 'stream/promises', 'util'];
const ANY_NODE = builtinModules;
/** Every package but Electron, which only the shell and the preload may name. */
const ANY_PACKAGE = ['(?!electron/)[^/]+'];

/** @type {{ room: string, path: string, may?: string[], packages?: string[], node?: string[] }[]} */
const TABLE = [
  { room: 'contract', path: '^contract/', packages: ['zod'] },

  { room: 'service/ports', path: '^service/ports/', may: ['^contract/'], node: ['stream'] },
  { room: 'service/domain', path: '^service/domain/', may: ['^contract/', '^service/ports/'], node: PURE_NODE },
  {
    room: 'service/http',
    path: '^service/http/',
    may: ['^contract/', '^service/domain/', '^service/ports/'],
    packages: ['fastify', '@fastify', 'ipaddr.js', 'zod', '@node-oauth', 'mime-types', 'prom-client', 'client-zip'],
    node: ANY_NODE,
  },
  {
    room: 'service/adapters',
    path: '^service/adapters/([^/]+?)(/|\\.ts$)',
    // Thumbnails and the search read PDFs with the same decoder.
    may: ['^service/adapters/$1(/|\\.ts$)', '^service/adapters/pdfium/', '^contract/', '^service/ports/'],
    packages: ANY_PACKAGE,
    node: ANY_NODE,
  },
  {
    room: 'service/jobs',
    path: '^service/jobs/',
    may: ['^contract/', '^service/domain/', '^service/ports/'],
    node: PURE_NODE,
  },
  {
    room: 'service composition',
    path: '^service/([^/]+\\.ts$|backup/|cli/|options/|private/)',
    may: ['^service/', '^contract/', '^package\\.json$'],
    packages: ANY_PACKAGE,
    node: ANY_NODE,
  },

  // What the engine says is data in one table (`preload/words`): a code and its arguments.
  { room: 'main/engine/model', path: '^main/engine/model/', may: ['^contract/', '^preload/words/'], node: ['path'] },
  {
    room: 'main/engine/ports',
    path: '^main/engine/ports/',
    may: ['^main/engine/model/', '^preload/words/'],
    node: ['path', 'stream'],
  },
  {
    room: 'main/engine/store',
    path: '^main/engine/store/',
    may: ['^main/engine/model/', '^main/private/', '^preload/words/'],
    packages: ['better-sqlite3', 'kysely'],
    node: ANY_NODE,
  },
  {
    room: 'main/engine/observe/local',
    path: '^main/engine/observe/local/',
    may: ['^main/engine/(model|ports|store)/'],
    packages: ['p-queue'],
    node: PURE_NODE,
  },
  {
    room: 'main/engine/observe/remote',
    path: '^main/engine/observe/remote/',
    may: ['^main/engine/(model|ports|store)/', '^contract/'],
    packages: ['p-queue'],
    node: PURE_NODE,
  },
  { room: 'main/engine/plan', path: '^main/engine/plan/', may: ['^main/engine/model/', '^preload/words/'] },
  {
    room: 'main/engine/execute/transfer',
    path: '^main/engine/execute/transfer/',
    may: ['^main/engine/(model|ports|store)/'],
    packages: ['p-queue'],
    node: PURE_NODE,
  },
  {
    room: 'main/engine/execute',
    path: '^main/engine/execute/(?!transfer/)',
    may: ['^main/engine/(model|ports)/', '^main/engine/execute/', '^preload/words/'],
    packages: ['p-queue'],
    node: PURE_NODE,
  },
  {
    room: 'main/engine/recover',
    path: '^main/engine/recover/',
    may: ['^main/engine/(model|ports|store|observe|plan|execute|root)/', '^preload/words/'],
    node: PURE_NODE,
  },
  {
    // One root at work: the only room that sees observing, planning, executing and recovering together.
    room: 'main/engine/root',
    path: '^main/engine/root/',
    may: ['^main/engine/(model|ports|store|observe|plan|execute|recover)/', '^preload/(ipc|words)/'],
    packages: ['p-queue'],
    node: PURE_NODE,
  },
  {
    room: 'main/engine/acts',
    path: '^main/engine/acts/',
    may: ['^main/engine/(model|ports|store|execute|recover|root|report)/', '^preload/(ipc|words)/'],
    packages: ['p-queue'],
    node: PURE_NODE,
  },
  {
    room: 'main/engine/report/notices and status',
    path: '^main/engine/report/(notices|status)/',
    // What a person is told has one shape for window, tray and command line: the projections produce it.
    may: ['^main/engine/(report/(notices|status)|model|ports|store)/', '^preload/(ipc|words)/'],
  },
  {
    room: 'main/engine/report',
    path: '^main/engine/report/(?!notices/|status/)',
    may: ['^main/engine/(model|ports|store|observe|plan|execute|recover|root|report)/', '^preload/(ipc|words)/'],
    node: PURE_NODE,
  },
  {
    // The public face: `engine.ts` and what it is composed of.
    room: 'main/engine/face',
    path: '^main/engine/(face/|[^/]+\\.ts$)',
    may: ['^main/engine/(?!adapters/|plan/(?!names/))', '^preload/(ipc|words)/'],
    packages: ['p-queue'],
    node: PURE_NODE,
  },
  {
    room: 'main/engine/adapters',
    path: '^main/engine/adapters/',
    may: ['^main/(disk|private)/', '^main/engine/(model|ports)/', '^main/api/', '^contract/'],
    packages: ANY_PACKAGE,
    node: ANY_NODE,
  },
  { room: 'main/login-service', path: '^main/login-service/', node: ANY_NODE },
  { room: 'main/disk', path: '^main/disk/', node: ['fs', 'module'] },
  // What only this user can open; every part of the client creates its files by it.
  {
    room: 'main/private',
    path: '^main/private/',
    may: ['^contract/rules/windows-rights\\.ts$'],
    packages: ['better-sqlite3'],
    node: ANY_NODE,
  },
  {
    room: 'main/api',
    path: '^main/api/',
    may: ['^contract/', '^preload/words/'],
    packages: ['undici', 'zod', 'p-queue'],
    node: ANY_NODE,
  },
  {
    room: 'main/account',
    path: '^main/account/',
    may: ['^contract/', '^main/(api|disk|private)/', '^main/engine/(model|ports)/', '^preload/(ipc|words)/'],
    packages: ANY_PACKAGE,
    node: ANY_NODE,
  },
  {
    room: 'main/commands',
    path: '^main/commands/',
    may: [
      '^main/engine/engine\\.ts$',
      '^main/engine/(model|ports|report/status)/',
      '^main/(api|account|disk|private)/',
      '^preload/(ipc|words)/',
      '^contract/',
    ],
    packages: ['zod', 'p-queue', 'client-zip'],
    node: ANY_NODE,
  },
  {
    room: 'main/ipc',
    path: '^main/ipc/(?!electron-)',
    may: ['^main/ipc/', '^main/(commands|private)/', '^preload/ipc/'],
    packages: ['zod', 'ws', 'fastify', '@fastify', 'pino'],
    node: ANY_NODE,
  },
  {
    room: 'main/ipc (electron)',
    path: '^main/ipc/electron-',
    may: ['^main/ipc/', '^main/commands/', '^preload/ipc/'],
    packages: ['zod', 'electron'],
    node: ANY_NODE,
  },
  {
    room: 'main/shell',
    path: '^main/shell/',
    may: ['^main/(commands|disk|private)/', '^main/engine/(model|report/status)/', '^preload/(ipc|words)/'],
    packages: ['electron', 'electron-updater', 'zod'],
    node: ANY_NODE,
  },
  {
    room: 'main/headless',
    path: '^main/headless/',
    may: ['^main/(ipc|commands)/', '^preload/ipc/'],
    packages: ANY_PACKAGE,
    node: ANY_NODE,
  },
  {
    room: 'main composition (Electron)',
    path: '^main/main\\.ts$',
    may: ['^main/', '^preload/', '^contract/', '^package\\.json$'],
    packages: ['[^/]+'],
    node: ANY_NODE,
  },
  {
    room: 'main composition',
    path: '^main/((?!main\\.ts$)[^/]+\\.ts$|compose/|cli/|doctor/)',
    may: ['^main/(?!shell/)', '^preload/(ipc|words)/', '^contract/', '^package\\.json$'],
    packages: ANY_PACKAGE,
    node: ANY_NODE,
  },

  // Of the contract the seam takes types, and what fills in a sentence, see `the-window-takes-types-of-the-contract`.
  {
    room: 'preload',
    path: '^preload/',
    may: ['^contract/(operations?|resources/sentence|rules/say)\\.ts$'],
    packages: ['electron', 'zod'],
  },

  {
    room: 'renderer/features',
    path: '^renderer/features/([^/]+)/',
    may: ['^renderer/features/$1/', '^renderer/(parts|components|state|style|texts)/', '^preload/ipc/'],
    packages: ANY_PACKAGE,
  },
  // What several pages are made of and what asks the service, which a component does not.
  {
    room: 'renderer/parts',
    path: '^renderer/parts/',
    may: ['^renderer/(components|state|style|texts)/', '^preload/ipc/'],
    packages: ANY_PACKAGE,
  },
  {
    room: 'renderer/components',
    path: '^renderer/components/',
    may: ['^renderer/(style|texts)/'],
    packages: ANY_PACKAGE,
  },
  {
    room: 'renderer/state',
    path: '^renderer/state/',
    may: ['^renderer/(style|texts)/', '^preload/(ipc|words)/'],
    packages: ANY_PACKAGE,
  },
  {
    room: 'renderer composition',
    path: '^renderer/([^/]+\\.tsx?$|(?!features/|parts/|components/|state/))',
    may: ['^renderer/', '^preload/(ipc|words)/'],
    packages: ANY_PACKAGE,
  },
];

/**
 * The rooms of `service/domain` from the bottom up: each imports only rooms above it in this list. The rest of the service responds to a
 * change through `reactions.ts`, so `change` names none of it.
 */
const DOMAIN = [
  { room: 'kernel', path: '^service/domain/(kernel/|[^/]+\\.ts$)', may: [] },
  { room: 'access', may: ['kernel'] },
  { room: 'representation', may: ['kernel', 'access'] },
  { room: 'change', may: ['kernel', 'access'] },
  { room: 'streams', may: ['kernel', 'access', 'representation', 'change'] },
  { room: 'governance', may: ['kernel', 'access', 'representation', 'change'] },
  { room: 'notes', may: ['kernel', 'access', 'representation', 'change', 'streams'] },
  { room: 'tree', may: ['kernel', 'access', 'representation', 'change', 'streams', 'governance', 'notes'] },
  { room: 'collaborations', may: ['kernel', 'access', 'representation', 'change', 'tree'] },
  { room: 'people', may: ['kernel', 'access', 'representation', 'change', 'tree', 'collaborations'] },
  { room: 'surfaces', may: ['kernel', 'access', 'representation', 'change', 'tree', 'collaborations'] },
  { room: 'idempotency', may: ['kernel', 'access', 'representation', 'surfaces'] },
  { room: 'upkeep', may: ['kernel', 'access', 'change', 'streams', 'governance', 'tree'] },
];

const domainPath = ({ room, path = `^service/domain/${room}/` }) => path;

const domainRule = (entry) => ({
  name: `service-domain-${entry.room}`,
  comment: `service/domain/${entry.room} may import only the rooms below it`,
  severity: 'error',
  from: { path: domainPath(entry) },
  to: {
    path: '^service/domain/',
    pathNot: DOMAIN.filter(({ room }) => room === entry.room || entry.may.includes(room)).map(domainPath),
  },
});

/** Folders above whose own path holds a group: a file may import its neighbours there only by the arrow that says so. */
const hasOwnArrow = (path) => path.includes('([^/]+');

const escapeRegex = (text) => text.replaceAll('.', '\\.');

const roomRule = ({ room, path, may = [], packages = [], node = [] }) => ({
  name: room.replaceAll(/[^a-z]+/gi, '-'),
  comment: `${room} may import only what the import table names`,
  severity: 'error',
  from: { path },
  to: {
    pathNot: [
      ...(hasOwnArrow(path) ? [] : [path]),
      ...may,
      ...packages.map((name) => `(^|/)node_modules/(@types/)?${name}/`),
      ...node.map((name) => `^(node:)?${escapeRegex(name)}$`),
    ],
  },
});

export default {
  forbidden: [
    ...TABLE.map(roomRule),
    ...DOMAIN.map(domainRule),
    {
      name: 'service-domain-has-no-other-room',
      comment: 'A room outside the list would have no rule',
      severity: 'error',
      from: { path: '^service/domain/', pathNot: DOMAIN.map(domainPath) },
      to: {},
    },
    {
      name: 'no-cycle',
      comment: 'Modules that import each other cannot be read, tested or moved alone',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-source-imports-test',
      severity: 'error',
      from: { path: '^(bin|contract|service|main|preload|renderer|assets)/' },
      to: { path: '^test/' },
    },
    {
      name: 'files-of-a-person-through-the-disk-module',
      comment: 'Electron changes node:fs for *.asar; only the page protocol wants that, to read from the archive',
      severity: 'error',
      from: { path: '^main/(engine/adapters|commands|shell)/', pathNot: '^main/shell/window/page-protocol\\.ts$' },
      to: { path: '^(node:)?fs(/promises)?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-service-is-another-process',
      comment: 'The client starts the private service as a program, and speaks to it over HTTP only',
      severity: 'error',
      from: { path: '^(main|preload|renderer)/' },
      to: { path: '^service/' },
    },
    {
      name: 'the-window-takes-types-of-the-contract',
      comment: 'Its schemas are checked in the main process; in the window they would be weight',
      severity: 'error',
      from: { path: '^(preload|renderer)/' },
      // `say.ts` fills in the values of a sentence, with no schema.
      to: { path: '^contract/', pathNot: '^contract/rules/say\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared',
      comment: 'Every package that is imported stands in package.json',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-package-at-run-time',
      comment:
        'What runs without a build needs its packages in dependencies (Electron itself comes with the application)',
      severity: 'error',
      from: { path: '^(bin|contract|service|main)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '(^|/)node_modules/electron/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|release|coverage|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.css', '.json', '.d.ts'],
    },
  },
};
