import { maskCardText } from '@redoubt/domain';
import type { FastifyRequest } from 'fastify';

/** What the operator's own proxy adds says nothing about the device. */
const OF_OWN_PROXY = /^(?:x-forwarded-|x-real-ip$|forwarded$|via$)/i;

/** Headers in the order and spelling they came in, without card numbers. */
export const headersOf = ({ raw, ips }: FastifyRequest): readonly (readonly [string, string])[] => {
  const { rawHeaders } = raw;
  return rawHeaders.flatMap((name, index) => {
    const isName = index % 2 === 0 && (ips === undefined || !OF_OWN_PROXY.test(name));
    return isName ? [[name, maskCardText(rawHeaders[index + 1] ?? '')] as const] : [];
  });
};
