import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSeccomp } from '../../src/sandbox/seccomp.ts';
import { call, evaluate } from './bpf.ts';

const allowed = 0x7fff0000;
const killed = 0x80000000;
const errno = (number: number): number => 0x00050000 + number;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [errno(1), errno(38), errno(97)];

// Numbers as the kernel's headers have them: asm/unistd_64.h and asm-generic/unistd.h.
const machines = {
  x64: {
    audit: 0xc000003e,
    ...{ read: 0, openat: 257, clone: 56, clone3: 435, unshare: 272, setns: 308, ioctl: 16, socket: 41 },
    ...{ socketpair: 53, personality: 135, fchmod: 91, fchmodat: 268, mknodat: 259, ptrace: 101, mount: 165 },
    ...{ umount2: 166, bpf: 321, keyctl: 250, perf_event_open: 298, io_uring_setup: 425, open_tree: 428 },
    ...{ process_vm_readv: 310, kexec_load: 246, execve: 59, pidfd_getfd: 438 },
  },
  arm64: {
    audit: 0xc00000b7,
    ...{ read: 63, openat: 56, clone: 220, clone3: 435, unshare: 97, setns: 268, ioctl: 29, socket: 198 },
    ...{ socketpair: 199, personality: 92, fchmod: 52, fchmodat: 53, mknodat: 33, ptrace: 117, mount: 40 },
    ...{ umount2: 39, bpf: 280, keyctl: 219, perf_event_open: 241, io_uring_setup: 425, open_tree: 428 },
    ...{ process_vm_readv: 270, kexec_load: 104, execve: 221, pidfd_getfd: 438 },
  },
};

for (const architecture of ['x64', 'arm64'] as const) {
  const machine = machines[architecture];
  const filter = compileSeccomp(architecture, { ptrace: false });
  const verdict = (name: Exclude<keyof typeof machine, 'audit'>, ...args: (number | bigint)[]) =>
    evaluate(filter, call(machine.audit, machine[name], args.map(BigInt)));

  test(`${architecture}: ordinary calls pass`, () => {
    for (const name of ['read', 'openat', 'execve'] as const) assert.equal(verdict(name), allowed, name);
  });

  test(`${architecture}: calls that reach other processes or the kernel fail, new ways to mount are unknown`, () => {
    const forbidden = ['ptrace', 'mount', 'umount2', 'bpf', 'keyctl', 'perf_event_open', 'setns'] as const;
    for (const name of forbidden) assert.equal(verdict(name), EPERM, name);
    for (const name of ['process_vm_readv', 'kexec_load', 'pidfd_getfd'] as const) {
      assert.equal(verdict(name), EPERM, name);
    }
    for (const name of ['io_uring_setup', 'open_tree', 'clone3'] as const)
      assert.equal(verdict(name), ENOSYS, name);
  });

  test(`${architecture}: threads and processes can be made, namespaces cannot`, () => {
    const SIGCHLD = 17;
    const pthread = 0x3d0f00;
    assert.equal(verdict('clone', SIGCHLD), allowed);
    assert.equal(verdict('clone', pthread), allowed);
    for (let bit = 0x0200_0000; bit <= 0x4000_0000; bit *= 2) {
      const isNamespace = [0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000].includes(
        bit,
      );
      assert.equal(verdict('clone', bit | SIGCHLD), isNamespace ? EPERM : allowed, bit.toString(16));
    }
    assert.equal(verdict('unshare', 0x00020000), EPERM, 'a mount namespace');
    assert.equal(verdict('unshare', 0x80), EPERM, 'a time namespace');
    assert.equal(verdict('unshare', 0x400), allowed, 'a table of files');
  });

  test(`${architecture}: sockets are unix, internet and routing ones; no raw ones`, () => {
    const [stream, datagram, raw, cloexec] = [1, 2, 3, 0x80000];
    assert.equal(verdict('socket', 1, stream, 0), allowed);
    assert.equal(verdict('socket', 2, stream | cloexec, 0), allowed);
    assert.equal(verdict('socket', 10, datagram, 0), allowed);
    assert.equal(verdict('socket', 2, raw, 1), EPERM);
    assert.equal(verdict('socket', 10, raw | cloexec, 1), EPERM);
    assert.equal(verdict('socket', 16, raw, 0), allowed);
    for (const protocol of [9, 12, 15]) assert.equal(verdict('socket', 16, raw, protocol), EAFNOSUPPORT);
    for (const family of [17, 31, 38, 40, 44])
      assert.equal(verdict('socket', family, stream, 0), EAFNOSUPPORT);
    assert.equal(verdict('socketpair', 1, stream, 0), allowed);
    assert.equal(verdict('socketpair', 2, stream, 0), EAFNOSUPPORT);
  });

  test(`${architecture}: escape 36: nothing is typed into a terminal, not with a high word either`, () => {
    assert.equal(verdict('ioctl', 0, 0x5412), EPERM);
    assert.equal(verdict('ioctl', 0, 0x541c), EPERM);
    assert.equal(verdict('ioctl', 0, 0x1_0000_5412n), EPERM);
    assert.equal(verdict('ioctl', 0, 0x5413), allowed);
  });

  test(`${architecture}: no setuid bits, no device nodes, no odd personality`, () => {
    assert.equal(verdict('fchmodat', 0, 0, 0o4755), EPERM);
    assert.equal(verdict('fchmod', 0, 0o2755), EPERM);
    assert.equal(verdict('fchmodat', 0, 0, 0o1777), allowed);
    assert.equal(verdict('mknodat', 0, 0, 0o020666), EPERM);
    assert.equal(verdict('mknodat', 0, 0, 0o060666), EPERM);
    assert.equal(verdict('mknodat', 0, 0, 0o010666), allowed);
    assert.equal(verdict('personality', 0xffffffffn), allowed);
    assert.equal(verdict('personality', 0x0400000), EPERM, 'READ_IMPLIES_EXEC');
  });

  test(`${architecture}: a command may trace its children where that is wanted`, () => {
    const tracing = compileSeccomp(architecture, { ptrace: true });
    assert.equal(evaluate(tracing, call(machine.audit, machine.ptrace)), allowed);
  });

  test(`${architecture}: escape 39: another architecture's calls kill the process`, () => {
    const i386 = 0x40000003;
    assert.equal(evaluate(filter, call(i386, 1)), killed);
  });
}

test('escape 39: x32 calls are unknown', () => {
  const filter = compileSeccomp('x64', { ptrace: false });
  assert.equal(evaluate(filter, call(0xc000003e, 0x40000000 + 101)), ENOSYS);
});
