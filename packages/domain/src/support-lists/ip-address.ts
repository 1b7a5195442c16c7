const OCTET = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[\da-f]{1,4}$/i;

const isV4 = (text: string): boolean => {
  const octets = text.split('.');
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255);
};

/** Groups of an IPv6 part; an IPv4 address at its end counts as two. Null where something is no group. */
const groupsOf = (part: string): number | null => {
  if (part === '') return 0;
  const pieces = part.split(':');
  const last = pieces.at(-1) ?? '';
  const tail = last.includes('.') ? 2 : 1;
  if (tail === 2 && !isV4(last)) return null;
  if (!pieces.slice(0, tail === 2 ? -1 : undefined).every((piece) => GROUP.test(piece))) return null;
  return pieces.length - 1 + tail;
};

const isV6 = (text: string): boolean => {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const [head, tail] = halves.map(groupsOf);
  if (head === null || head === undefined || tail === null) return false;
  if (tail === undefined) return head === 8;
  return !(halves[0] ?? '').includes('.') && head + tail < 8;
};

/** Whether a text is an IPv4 address, or an IPv6 address as RFC 4291 writes them; ranges and zones are not addresses. */
export const isIpAddress = (text: string): boolean => text.length <= 45 && (isV4(text) || isV6(text));
