export { createClub, type ClubEvent, type ClubOptions } from './club.ts';
export { createRandom, type Random } from './random.ts';
export type { FraudPattern } from './fraud/campaign.ts';
export { createRingTraffic, type RingPurchase, type RingTrafficOptions } from './fraud/rings.ts';
export { createSimulator, type SimulatedEvent, type Simulator, type SimulatorOptions } from './simulator.ts';
