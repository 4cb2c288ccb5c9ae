/* A few values under names in IndexedDB, for as long as the visitor's browser keeps them. */
const TABLE = "kept";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Kept {
  /** The database of this name; null where the browser has none, or does not open it. */
  static async open(name) {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
      return new Kept(await done(request));
    } catch {
      return null;
    }
  }
  constructor(database) {
    this.database = database;
  }
  get(key) {
    return done(this.database.transaction(TABLE).objectStore(TABLE).get(key));
  }
  put(key, value) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(TABLE, "readwrite");
      transaction.objectStore(TABLE).put(value, key);
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }
}
