BEGIN TRANSACTION;
CREATE TABLE houses (
	id VARCHAR(40) NOT NULL, 
	learner VARCHAR(600) NOT NULL, 
	base VARCHAR(60) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	"key" VARCHAR(320) NOT NULL, 
	text TEXT NOT NULL, 
	touched FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (learner, base, "key")
);
INSERT INTO "houses" VALUES('old-house-01','anna','malilla','Free Malilla','free malilla','{"rule:must-beat-opponent":false}',3.0);
CREATE TABLE learners (
	"key" VARCHAR(600) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	created FLOAT NOT NULL, 
	touched FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "learners" VALUES('anna','Anna',1.0,4.0);
INSERT INTO "learners" VALUES('guest','guest',1.0,4.0);
CREATE TABLE learners_events (
	learner VARCHAR(600) NOT NULL, 
	id VARCHAR(400) NOT NULL, 
	at FLOAT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (learner, id)
);
INSERT INTO "learners_events" VALUES('anna','e-1',10.0,'{"concept":"trump","id":"e-1","kind":"opened","when":10.0}');
INSERT INTO "learners_events" VALUES('anna','e-2',11.0,'{"concept":"trump","exercise":"winner-of-trick","game":"nap","id":"e-2","kind":"answered","right":true,"rule":"highest-trump","when":11.0}');
INSERT INTO "learners_events" VALUES('guest','e-3',9.0,'{"concept":"meld","id":"e-3","kind":"opened","when":9.0}');
CREATE TABLE learners_walks (
	learner VARCHAR(600) NOT NULL, 
	lesson VARCHAR(100) NOT NULL, 
	step VARCHAR(100) NOT NULL, 
	at FLOAT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (learner, lesson)
);
INSERT INTO "learners_walks" VALUES('anna','trump','choose',12.0,'{"item":2}');
CREATE TABLE matches (
	id VARCHAR(40) NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	head TEXT NOT NULL, 
	created FLOAT NOT NULL, 
	touched FLOAT NOT NULL, 
	revision INTEGER NOT NULL, 
	held INTEGER, 
	parent VARCHAR(40), 
	parent_ply INTEGER, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('old-match-0001','kaiser','{"format": "cardlab-record", "version": 1, "game": "kaiser", "rules_version": 1, "options": {}, "seed": 7, "names": ["South", "West", "North", "East"], "notes": []}',1.0,2.0,0,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('old-branch-001','kaiser','{"format": "cardlab-record", "version": 1, "game": "kaiser", "rules_version": 1, "options": {}, "seed": 7, "names": ["South", "West", "North", "East"], "notes": []}',1.0,2.0,0,NULL,'old-match-0001',5);
CREATE TABLE moves (
	match_id VARCHAR(40) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	PRIMARY KEY (match_id, ply)
);
INSERT INTO "moves" VALUES('old-match-0001',0,NULL,'deal KD 9C KS JS AD 9S 5H 9H | KH TD 8H TH 3S QD JC QH | 8C JH AC 9D 8S TS KC AH | 7D QC 7C TC QS AS 8D JD');
INSERT INTO "moves" VALUES('old-match-0001',1,1,'pass');
INSERT INTO "moves" VALUES('old-match-0001',2,2,'pass');
INSERT INTO "moves" VALUES('old-match-0001',3,3,'pass');
INSERT INTO "moves" VALUES('old-match-0001',4,0,'6');
INSERT INTO "moves" VALUES('old-match-0001',5,0,'trumps S');
INSERT INTO "moves" VALUES('old-match-0001',6,1,'KH');
INSERT INTO "moves" VALUES('old-match-0001',7,2,'JH');
INSERT INTO "moves" VALUES('old-match-0001',8,3,'7D');
INSERT INTO "moves" VALUES('old-match-0001',9,0,'5H');
INSERT INTO "moves" VALUES('old-match-0001',10,1,'TD');
INSERT INTO "moves" VALUES('old-match-0001',11,2,'9D');
INSERT INTO "moves" VALUES('old-match-0001',12,3,'8D');
INSERT INTO "moves" VALUES('old-branch-001',0,NULL,'deal KD 9C KS JS AD 9S 5H 9H | KH TD 8H TH 3S QD JC QH | 8C JH AC 9D 8S TS KC AH | 7D QC 7C TC QS AS 8D JD');
INSERT INTO "moves" VALUES('old-branch-001',1,1,'pass');
INSERT INTO "moves" VALUES('old-branch-001',2,2,'pass');
INSERT INTO "moves" VALUES('old-branch-001',3,3,'pass');
INSERT INTO "moves" VALUES('old-branch-001',4,0,'6');
INSERT INTO "moves" VALUES('old-branch-001',5,0,'trumps S');
INSERT INTO "moves" VALUES('old-branch-001',6,1,'KH');
INSERT INTO "moves" VALUES('old-branch-001',7,2,'JH');
INSERT INTO "moves" VALUES('old-branch-001',8,3,'7D');
INSERT INTO "moves" VALUES('old-branch-001',9,0,'5H');
INSERT INTO "moves" VALUES('old-branch-001',10,1,'TD');
INSERT INTO "moves" VALUES('old-branch-001',11,2,'9D');
INSERT INTO "moves" VALUES('old-branch-001',12,3,'8D');
CREATE INDEX ix_matches_touched ON matches (touched);
CREATE INDEX ix_houses_learner ON houses (learner);
COMMIT;
