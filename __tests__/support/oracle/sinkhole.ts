import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** What clouds answer at, the name servers that everybody knows, and the machine itself. */
const addresses = ['169.254.169.254', '168.63.129.16', '8.8.8.8', '1.1.1.1', '127.0.0.53'];
const ports = [53, 80, 443, 8080];

/** Everything that tries to get out, as long as it comes by here. */
export type Sinkhole = { heard: string[]; close(): void };

/**
 * Listens at these addresses, for TCP and UDP. It takes a network of one's own, in which they are all this machine's
 * (`unshare --net`).
 */
export async function openSinkhole(): Promise<Sinkhole> {
  execFileSync('perl', ['-MSocket', '-e', raise, ...addresses], { stdio: 'pipe' });
  const heard: string[] = [];
  const closing: (() => void)[] = [];
  for (const address of addresses)
    for (const port of ports) {
      const server = createServer((socket) => {
        heard.push(`TCP to ${address}:${port}`);
        socket.on('error', () => {}).end();
      }).listen(port, address);
      const datagrams = createSocket('udp4', () => heard.push(`UDP to ${address}:${port}`));
      datagrams.bind(port, address);
      await Promise.all([once(server, 'listening'), once(datagrams, 'listening')]);
      closing.push(
        () => server.close(),
        () => datagrams.close(),
      );
    }
  return {
    heard,
    close() {
      for (const close of closing) close();
    },
  };
}

/** Brings loopback up and gives it the addresses, with SIOCSIFFLAGS and SIOCSIFADDR: man 7 netdevice. */
const raise = `
  socket(my $s, AF_INET, SOCK_DGRAM, 0) or die $!;
  my $up = pack('a16 s x22', 'lo', 0x41);
  ioctl($s, 0x8914, $up) or die $!;
  my $n = 0;
  for my $address (@ARGV) {
    my $more = pack('a16 S n a4 x16', 'lo:' . $n++, AF_INET, 0, inet_aton($address));
    ioctl($s, 0x8916, $more) or die "$address: $!";
  }`;
