import { type Architecture, type Syscall, syscallNumber } from './syscalls.ts';

// Classic BPF as seccomp(2) reads it: struct sock_filter { u16 code; u8 jt, jf; u32 k; }, little-endian, over
// struct seccomp_data { u32 nr, arch; u64 instruction_pointer, args[6]; }. Source: linux/filter.h, linux/seccomp.h.
const load = 0x20;
const and = 0x54;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfAnyBit = 0x45;
const answer = 0x06;

const numberAt = 0;
const architectureAt = 4;
/** Low word of an argument. The kernel itself cuts `int` arguments to it, so a high word must not hide a value. */
const argumentAt = (index: number): number => 16 + 8 * index;

const allow = 0x7fff0000;
const killProcess = 0x80000000;
const fail = (errno: number): number => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const auditArchitecture = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** x32 calls come under the x64 architecture with this bit, past every rule on numbers. */
const x32Bit = 0x40000000;

/** Every CLONE_NEW* flag; unshare(2) knows CLONE_NEWTIME too, which in clone(2) is part of the exit signal. */
const cloneNamespaces = 0x7e020000;
const unshareNamespaces = cloneNamespaces | 0x80;
const setIdBits = 0o6000;
const fileType = 0o170000;
const characterDevice = 0o020000;
const blockDevice = 0o060000;
/** TIOCSTI types into a terminal, TIOCLINUX pastes into a console. */
const terminalInjection = [0x5412, 0x541c];
/** PER_LINUX, PER_LINUX32, with and without UNAME26 or ADDR_NO_RANDOMIZE, and the question (0xffffffff). */
const harmlessPersonalities = [0, 8, 0x20000, 0x20008, 0x40000, 0xffffffff];
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const SOCK_RAW = 3;
const NETLINK_ROUTE = 0;

/** Never: they reach other processes, the kernel, or the host's clock and mounts. */
const forbidden: readonly Syscall[] = [
  ...(['process_vm_readv', 'process_vm_writev', 'process_madvise', 'kcmp', 'pidfd_getfd'] as const),
  ...(['add_key', 'request_key', 'keyctl', 'bpf', 'perf_event_open', 'userfaultfd'] as const),
  ...(['fanotify_init', 'mount', 'umount2', 'pivot_root', 'chroot', 'setns'] as const),
  ...(['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module'] as const),
  ...(['swapon', 'swapoff', 'reboot', 'acct', 'quotactl', 'quotactl_fd', 'syslog'] as const),
  ...([
    'settimeofday',
    'clock_settime',
    'adjtimex',
    'clock_adjtime',
    'sethostname',
    'setdomainname',
  ] as const),
  ...(['iopl', 'ioperm', 'modify_ldt', 'uselib', 'vhangup', 'lookup_dcookie', 'nfsservctl'] as const),
  ...(['open_by_handle_at', '_sysctl', 'ustat', 'sysfs'] as const),
];

/** As if the kernel were older, so that callers take the older way. `clone3` keeps its flags in memory, out of sight. */
const unknown: readonly Syscall[] = [
  ...(['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const),
  ...(['open_tree', 'open_tree_attr', 'move_mount', 'fsopen', 'fsconfig', 'fsmount', 'fspick'] as const),
  'mount_setattr',
];

type Instruction = readonly [code: number, then: number, otherwise: number, value: number];

const read = (offset: number): Instruction => [load, 0, 0, offset];
const end = (verdict: number): Instruction => [answer, 0, 0, verdict];
const when = (value: number, verdict: number): Instruction[] => [[jumpIfEqual, 0, 1, value], end(verdict)];

/** `body` runs for that call only and ends in a verdict. */
function rule(name: Syscall, architecture: Architecture, body: readonly Instruction[]): Instruction[] {
  const number = syscallNumber(name, architecture);
  return number === null ? [] : [[jumpIfEqual, 0, body.length, number], ...body];
}

/** Fails the call when any of these bits is set in that argument. */
const refuseBits = (argument: number, bits: number): Instruction[] => [
  read(argumentAt(argument)),
  [jumpIfAnyBit, 0, 1, bits],
  end(fail(EPERM)),
  end(allow),
];

const refuseDevices = (argument: number): Instruction[] => [
  read(argumentAt(argument)),
  [and, 0, 0, fileType],
  ...when(characterDevice, fail(EPERM)),
  ...when(blockDevice, fail(EPERM)),
  end(allow),
];

/** Unix and internet sockets but raw ones, and of netlink only the routing table that name look-up reads. */
const socketRule: readonly Instruction[] = [
  read(argumentAt(0)),
  ...when(AF_UNIX, allow),
  [jumpIfEqual, 3, 0, AF_NETLINK],
  [jumpIfEqual, 4, 0, AF_INET],
  [jumpIfEqual, 3, 0, AF_INET6],
  end(fail(EAFNOSUPPORT)),
  read(argumentAt(2)),
  [jumpIfEqual, 3, 4, NETLINK_ROUTE],
  read(argumentAt(1)),
  [and, 0, 0, 0xf],
  [jumpIfEqual, 2, 0, SOCK_RAW],
  end(allow),
  end(fail(EAFNOSUPPORT)),
  end(fail(EPERM)),
];

const rules = (architecture: Architecture, ptrace: boolean): Instruction[] => {
  const on = (name: Syscall, body: readonly Instruction[]) => rule(name, architecture, body);
  return [
    ...on('clone', refuseBits(0, cloneNamespaces)),
    ...on('unshare', refuseBits(0, unshareNamespaces)),
    ...on('ioctl', [
      read(argumentAt(1)),
      ...terminalInjection.flatMap((request) => when(request, fail(EPERM))),
      end(allow),
    ]),
    ...on('socket', socketRule),
    ...on('socketpair', [read(argumentAt(0)), ...when(AF_UNIX, allow), end(fail(EAFNOSUPPORT))]),
    ...on('personality', [
      read(argumentAt(0)),
      ...harmlessPersonalities.flatMap((value) => when(value, allow)),
      end(fail(EPERM)),
    ]),
    ...on('chmod', refuseBits(1, setIdBits)),
    ...on('fchmod', refuseBits(1, setIdBits)),
    ...on('fchmodat', refuseBits(2, setIdBits)),
    ...on('fchmodat2', refuseBits(2, setIdBits)),
    ...on('mknod', refuseDevices(1)),
    ...on('mknodat', refuseDevices(2)),
    ...(ptrace ? [] : on('ptrace', [end(fail(EPERM))])),
    ...forbidden.flatMap((name) => on(name, [end(fail(EPERM))])),
    ...unknown.flatMap((name) => on(name, [end(fail(ENOSYS))])),
  ];
};

/**
 * The filter that every command runs under, as the bytes that `bwrap --seccomp` reads. What it does not name is allowed:
 * the walls are namespaces and mounts, this closes the kernel's side doors. `ptrace` lets a command trace its own
 * children (debuggers, LeakSanitizer).
 */
export function compileSeccomp(architecture: Architecture, how: { ptrace: boolean }): Buffer {
  const program: Instruction[] = [
    read(architectureAt),
    [jumpIfEqual, 1, 0, auditArchitecture[architecture]],
    end(killProcess),
    read(numberAt),
    ...(architecture === 'x64' ? ([[jumpIfAtLeast, 0, 1, x32Bit], end(fail(ENOSYS))] as const) : []),
    ...rules(architecture, how.ptrace),
    end(allow),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, then, otherwise, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(then, index * 8 + 2);
    bytes.writeUInt8(otherwise, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
