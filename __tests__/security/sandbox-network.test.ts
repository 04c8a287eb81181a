// Escapes 12, 38, 41, 42, 47: whom an agent's command must not reach. The network is off.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { startModel } from '../../sim/model/index.ts';
import { attack, folderOf, open, run } from '../sandbox/open.ts';

test('T42, escape 41: neither the machine’s own servers nor any other can be reached', async (t) => {
  const server = createServer((_, answer) => answer.end('a server of the machine')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = `exec 5<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&5 && cat <&5`;
  const { open: reached, held } = await attack(t, ask, { without: ['no-network'] });
  assert.match(reached.text, /a server of the machine$/);
  assert.match(held.text, /Connection refused/);

  const sandbox = await open(t, folderOf(t));
  for (const address of [
    'tcp/169.254.169.254/80',
    'tcp/168.63.129.16/80',
    'tcp/1.1.1.1/443',
    'udp/8.8.8.8/53',
  ]) {
    assert.match((await run(sandbox, `echo x > /dev/${address}`)).text, /Network is unreachable/, address);
  }
  assert.match((await run(sandbox, 'getent hosts example.com || echo unknown')).text, /unknown/);
});

test('T33, escape 42: unix sockets of the machine, by path or abstract, cannot be reached', async (t) => {
  const folder = mkdtempSync('/var/tmp/oi-test-');
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'socket');
  const abstract = `oi-test-${process.pid}`;
  for (const address of [path, `\0${abstract}`]) {
    const server = createSocketServer((socket) => socket.end('reached')).listen(address);
    t.after(() => server.close());
    await once(server, 'listening');
  }
  const connect = (address: string) =>
    `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, pack_sockaddr_un("${address}")) or die "no: $!\\n"; print <$s>, "\\n"'`;
  chmodSync(folder, 0o755);
  chmodSync(path, 0o777);
  const byPath = await attack(t, connect(path), { without: ['private-run'] });
  assert.equal(byPath.open.text, 'reached\n');
  assert.match(byPath.held.text, /^no: /);
  const byName = await attack(t, connect(`\\0${abstract}`), { without: ['no-network'] });
  assert.equal(byName.open.text, 'reached\n');
  assert.match(byName.held.text, /^no: Connection refused/);
});

test('escape 38: sockets that reach the kernel or the link are refused', async (t) => {
  // AF_NETLINK with NETLINK_KOBJECT_UEVENT, AF_PACKET, AF_ALG, AF_VSOCK, and a raw one.
  const kinds = ['16, 3, 15', '17, 3, 0', '38, 5, 0', '40, 1, 0', '2, 3, 1'];
  const ask = kinds.map((kind) => `print socket(my $s, ${kind}) ? "open\\n" : $!+0 . "\\n";`).join(' ');
  const { open: naive, held } = await attack(t, `perl -e '${ask}'`, { without: ['seccomp'] });
  assert.match(naive.text, /^open$/m);
  assert.equal(held.text, '97\n97\n97\n97\n1\n');
});

test('T41, escape 12: a model’s server that asks for no key cannot be asked by a command', async (t) => {
  const model = await startModel({ script: () => ({ text: 'Paid by you.' }) });
  t.after(model.close);
  const { port, pathname } = new URL(model.baseUrl);
  const body = JSON.stringify({ model: 'sim/model', messages: [{ role: 'user', content: 'x' }] });
  const head = `POST ${pathname}/chat/completions HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nContent-Type: application/json\\r\\nContent-Length: ${body.length}\\r\\n\\r\\n`;
  const ask = `exec 5<>/dev/tcp/127.0.0.1/${port} && printf '${head}%s' '${body}' >&5 && cat <&5`;
  const { open: asked, held } = await attack(t, ask, { without: ['no-network'] });
  assert.match(asked.text, /Paid by/);
  assert.match(held.text, /Connection refused/);
  assert.equal(model.requests.length, 1);
});

test('escape 47: the network is one of its own', async (t) => {
  const look = 'readlink /proc/self/ns/net';
  const { open: shared, held } = await attack(t, look, { without: ['no-network'] });
  const machine = `${readlinkSync('/proc/self/ns/net')}\n`;
  assert.equal(shared.text, machine);
  assert.match(held.text, /^net:\[\d+\]\n$/);
  assert.notEqual(held.text, machine);
});

test('escape 47: there is only loopback, it is up, and it stays so', async (t) => {
  const sandbox = await open(t, folderOf(t));
  const { text } = await run(
    sandbox,
    'grep -c : /proc/net/dev; cat /proc/net/if_inet6 | cut -d" " -f1; nsenter --net=/proc/self/ns/net true',
  );
  assert.match(text, /^1\n0{31}1\nnsenter: .*not permitted\n$/);
});
