import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const tlv = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, ...parts);
const SHA256_WITH_RSA = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');

const generalizedTime = (timeMs: number): Buffer =>
  tlv(0x18, Buffer.from(`${new Date(timeMs).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`));

/** A fresh key pair with a certificate signed by itself, for tests of certificate clients. */
export const makeCertificate = (
  name: string,
  notBeforeMs: number,
  notAfterMs: number,
  bits = 2048,
): { pem: string; privateKey: KeyObject } => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const subject = sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(name)))));
  const facts = sequence(
    tlv(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    subject,
    sequence(generalizedTime(notBeforeMs), generalizedTime(notAfterMs)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', facts, privateKey));
  const lines = sequence(facts, SHA256_WITH_RSA, signature)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n');
  return { pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, privateKey };
};
