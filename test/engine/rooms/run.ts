import { runEngineRoom } from '../../harness/jest/engineRoom';

runEngineRoom(__filename);
