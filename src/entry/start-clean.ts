import { readFileSync } from 'node:fs';
import { trustedProgram } from '../sandbox/trusted.ts';
import type { Environment } from './runner-protocol.ts';

/**
 * Variables that Node, OpenSSL, the C library or our libraries obey: they load code, lead connections elsewhere, or add
 * to whom is trusted. Any earlier step can set them for us by GITHUB_ENV, NODE_OPTIONS excepted. (GIT_*, BASH_ENV and
 * their like are not among them, because whatever we start gets an environment of our making.)
 */
const obeyed = [
  /^NODE_(?!(?:ENV|VERSION|AUTH_TOKEN)$)/,
  /^(?:LD|DYLD|OPENSSL)_/,
  /^(?:SSL_CERT_FILE|SSL_CERT_DIR|SSLKEYLOGFILE|GCONV_PATH|GLIBC_TUNABLES)$/,
  /^(?:HOSTALIASES|LOCALDOMAIN|RES_OPTIONS)$/,
  /^(?:https?|all|no)_proxy$/i,
];

/** The names of those that are set, in the order of the alphabet. */
export const obeyedIn = (env: Environment): string[] =>
  Object.keys(env)
    .filter((name) => env[name] && obeyed.some((pattern) => pattern.test(name)))
    .sort();

const byLinker = /^LD_(?:PRELOAD|AUDIT|LIBRARY_PATH)$/;
const loading = /(?:^|[\s"])(?:-r|--require|--import|--loader|--experimental-loader)(?=[\s"=]|$)/;

/** Those that had code run in this process before our first line. `maps` reads /proc/self/maps, see proc(5). */
export function loadersIn(env: Environment, maps: () => string): string[] {
  const names = obeyedIn(env);
  const linked = names.filter((name) => byLinker.test(name));
  return [
    ...(linked.length > 0 && hasForeignLibrary(maps()) ? linked : []),
    ...names.filter((name) => name === 'NODE_COMPILE_CACHE'),
    ...(loading.test(env['NODE_OPTIONS'] ?? '') ? ['NODE_OPTIONS'] : []),
  ];
}

/** Whether somebody else than root could have put a library where it was loaded from. */
const hasForeignLibrary = (maps: string): boolean =>
  (maps.match(/\/\S.*\.so(?:\.[\d.]+)?$/gm) ?? []).some((file) => trustedProgram([file]) === null);

/** Whoever wants another authority trusted can put it into the machine's own store, where no step without root can. */
const aboutTrust = /^(?:NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_\w+)$/;

const mark = '--loaded=';

/**
 * Starts the same program again, in the same process and without those variables; where there are none, does nothing.
 * Answers the names of those by which code was loaded before ours, against which nothing can be done but to say so.
 */
export function startClean(): string[] {
  const { argv, env, execPath } = process;
  const names = obeyedIn(env);
  const [, script = '', word = ''] = argv;
  if (names.length === 0) return word.startsWith(mark) ? word.slice(mark.length).split(',') : [];
  const loaders = loadersIn(env, () => readFileSync('/proc/self/maps', 'utf8'));
  const trust = names.some((name) => aboutTrust.test(name)) ? ['--use-system-ca'] : [];
  const again = [execPath, ...trust, script, ...(loaders.length > 0 ? [mark + loaders.join(',')] : [])];
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
  process.stdout.write(`Not obeyed by this action: ${names.join(', ')}.\n`);
  process.execve?.(execPath, again, clean);
  return loaders;
}
