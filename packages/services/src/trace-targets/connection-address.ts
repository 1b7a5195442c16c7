import { isIP } from 'node:net';
import type { ReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { TraceTargetError } from './trace-target.ts';

/** The address behind a host that is connected to: the one that was looked at, so that a name cannot change in between. */
const addressOf = (addresses: ReachableAddresses, host: string, port: number): Promise<string> => {
  addresses.requireReachable(host, port);
  if (isIP(host) !== 0) return Promise.resolve(host);
  return new Promise((resolve, reject) => {
    addresses.lookupFor(port)(host, {}, (error, address) => {
      if (error === null) resolve(address as string);
      else reject(error);
    });
  });
};

/**
 * The address to connect to, where the operator lets the node speak to it.
 *
 * @throws `TraceTargetError` for plain text that is not allowed, `AddressRefused` for an address inside the network, or the
 *   failure of the look-up.
 */
export const connectionAddress = (
  addresses: ReachableAddresses,
  { host, port, tls }: { readonly host: string; readonly port: number; readonly tls: boolean },
): Promise<string> => {
  if (!tls && !addresses.allowsPlain(host, port))
    throw new TraceTargetError(
      'addressRefused',
      `${host}:${port} is spoken to with TLS unless the operator allows it.`,
    );
  return addressOf(addresses, host, port);
};

/** Name that the certificate is checked for; none where the host is an address. */
export const serverNameOf = (host: string): string | undefined => (isIP(host) === 0 ? host : undefined);

const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';
/** Codes of Node for certificates that are not accepted. Source: documentation of Node, “X509 certificate error codes”. */
const OF_CERTIFICATES = /CERT|UNABLE_TO_VERIFY/;

/** What is wrong with the certificate of a server, by the error of its connection; null where that is about something else. */
export const certificateProblem = (error: unknown): string | null => {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code !== 'string' || !OF_CERTIFICATES.test(code)) continue;
    if (code === OTHER_NAME)
      return 'The certificate of the server is for another name: enter the host as it stands there.';
    if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the server has expired.';
    return 'The certificate of the server is not trusted: the operator names its authority in NODE_EXTRA_CA_CERTS.';
  }
  return null;
};
