import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canaries as runner } from '../../../sim/runner/index.ts';

/** One value for each place where a job has something worth stealing. The product is told of the key and the token alone. */
export const canaries = {
  key: 'sk-canary-T4vq8Lx2ZmPd7KcWb3Nf9RjY',
  variable: 'canary-variable-Qm7Zt2Vx9Lw4Kp8Rd3Hs',
  home: 'canary-home-Gw5Nb8Yc2Xk7Jf4Tz9Pv',
  temporary: 'canary-temporary-Rs6Dh3Ml9Qb2Wv7Kx5Tn',
  checkout: 'canary-checkout-Zk4Wp9Fd7Bn2Lt6Gs8Mv',
  elsewhere: 'canary-elsewhere-Hj8Vr3Sx5Cq9Pm2Dk7Bw',
  ...runner,
};

/** Variables of the job that are nobody's affair: their names do not say that they are secret. */
export const variables = { SHOP_SETTINGS: canaries.variable };

/** Puts the others where a job has such things: a home, the runner's temporary folder, a checkout, another repository. */
export function layCanaries(root: string): void {
  const files = {
    'home/.npmrc': `//registry.example.test/:_authToken=${canaries.home}\n`,
    'home/.ssh/id_ed25519': `${canaries.home}\n`,
    'home/.docker/config.json': JSON.stringify({ auths: { 'example.test': { auth: canaries.home } } }),
    'home/.bashrc': '# nothing of interest\n',
    'work/_temp/git-credentials-5f0c.config': `[http]\n\textraheader = AUTHORIZATION: basic ${canaries.temporary}\n`,
    'work/shop/shop/.git/config': `[http]\n\textraheader = AUTHORIZATION: basic ${canaries.checkout}\n`,
    'work/shop/shop/.git/HEAD': 'ref: refs/heads/main\n',
    'work/ledger/ledger/books.txt': `${canaries.elsewhere}\n`,
    'tools/node/1.0.0/x64/bin/tool': '#!/bin/sh\necho tool\n',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    // Hosted machines have such places as well: who runs inside is no wall of its own.
    chmodSync(join(root, path), 0o777);
  }
}
