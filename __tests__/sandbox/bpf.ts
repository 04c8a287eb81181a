/** The kernel's classic BPF as far as a seccomp filter uses it, to try filters for any architecture on any machine. */
export function evaluate(program: Buffer, data: Buffer): number {
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at++) {
    const code = program.readUInt16LE(at * 8);
    const then = program.readUInt8(at * 8 + 2);
    const otherwise = program.readUInt8(at * 8 + 3);
    const value = program.readUInt32LE(at * 8 + 4);
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x54) accumulator = (accumulator & value) >>> 0;
    else if (code === 0x15) at += accumulator === value ? then : otherwise;
    else if (code === 0x35) at += accumulator >= value ? then : otherwise;
    else if (code === 0x45) at += (accumulator & value) !== 0 ? then : otherwise;
    else if (code === 0x06) return value;
    else throw new Error(`unknown instruction ${code.toString(16)}`);
  }
  throw new Error('the program does not end');
}

/** struct seccomp_data. */
export function call(architecture: number, number: number, args: readonly bigint[] = []): Buffer {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  for (const [index, value] of args.entries()) data.writeBigUInt64LE(value, 16 + 8 * index);
  return data;
}
