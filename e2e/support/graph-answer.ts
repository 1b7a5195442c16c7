/** An answer of `search.graph`, of as many values as are asked for. */
export type GraphAnswer = {
  readonly nodes: readonly object[];
  readonly events: readonly { readonly nodes: readonly number[] }[];
};

const DAY_MS = 86_400_000;
const OWN_KINDS = ['email', 'paymentInstrumentId', 'phone'] as const;
/** People who share a device, and of those with an address. */
const ON_A_DEVICE = 6;
const ON_AN_ADDRESS = 40;

/**
 * People with an e-mail address, a card and a phone of their own; six use a device and forty an IP address, and of each
 * fortieth group the events are labelled fraud. Like what an explorer finds behind a busy address.
 */
export const graphAnswer = (environmentId: string, values: number, nowMs: number): GraphAnswer & object => {
  const nodes: object[] = [];
  const events: { readonly nodes: readonly number[] }[] = [];
  const places = new Map<string, number>();
  const placeOf = (kind: string, value: string): number => {
    const known = places.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    const at = nodes.length;
    places.set(`${kind} ${value}`, at);
    nodes.push({
      kind,
      value,
      isMasked: false,
      name: kind === 'userId' ? `Person ${value}` : null,
      steps: at === 0 ? 0 : 1 + (at % 3),
      isFollowed: true,
      fraudLabel: 'None',
    });
    return at;
  };
  for (let person = 0; nodes.length + OWN_KINDS.length + 3 <= values; person += 1) {
    const device = Math.floor(person / ON_A_DEVICE);
    const held = [
      placeOf('userId', `user-${person}`),
      ...OWN_KINDS.map((kind) => placeOf(kind, `${kind}-${person}`)),
      placeOf('deviceId', `device-${device}`),
      // Every seventh person uses the device of the next group too: the picture hangs together.
      ...(person % 7 === 0 ? [placeOf('deviceId', `device-${device + 1}`)] : []),
      placeOf('ipAddress', `10.0.${Math.floor(person / ON_AN_ADDRESS)}.1`),
    ];
    events.push({
      environmentId,
      eventType: 'purchase',
      eventId: `graph-${person}`,
      eventTime: new Date(nowMs - (person % 28) * DAY_MS).toISOString(),
      decision: (['Approve', 'Approve', 'Approve', 'Review', 'Reject'] as const)[person % 5],
      fraudLabel: device % 40 === 0 ? 'Fraud' : 'None',
      amount: 20 + (person % 300),
      currency: 'EUR',
      case: null,
      nodes: held,
    } as { readonly nodes: readonly number[] });
  }
  return { nodes, events, seeds: [0], isCut: false, asOf: new Date(nowMs).toISOString() } as GraphAnswer & object;
};
