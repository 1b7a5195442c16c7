export {
  hasRedisServer,
  startRedisCluster,
  startRedisServer,
  type RedisCluster,
  type RedisServer,
} from './redis-servers.ts';
