-- A database as version 1 wrote it: a game at its 62nd line, one that is over and has a rematch, one
-- whose seats are all taken, and that rematch, with an open seat.
CREATE TABLE action (
    game       TEXT NOT NULL REFERENCES game (id),
    seq        INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    actor      INTEGER, -- seat; null for chance
    client_key INTEGER,
    body       TEXT NOT NULL,
    post_hash  INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "action" VALUES('golden-sparrow-55-a3n4w',1,1795302129343,NULL,NULL,'dice 6 4',-7807561537274377673);
INSERT INTO "action" VALUES('golden-sparrow-55-a3n4w',2,1795302129343,NULL,NULL,'dice 1 4',5519601829595374925);
INSERT INTO "action" VALUES('golden-sparrow-55-a3n4w',3,1795302129343,NULL,NULL,'dice 2 2',684440128279882447);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',1,1795302124283,NULL,NULL,'dice 5 2',2616585779039999296);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',2,1795302124283,NULL,NULL,'dice 2 6',7508450818247072844);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',3,1795302124283,NULL,NULL,'dice 5 1',2762923389807191226);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',4,1795302124293,1,NULL,'2 settlement e1se',-3765262928569856681);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',5,1795302124303,1,NULL,'2 road e1se',2852233279875981349);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',6,1795302124413,2,1,'3 settlement b2n',-8276215694888440218);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',7,1795302124520,2,2,'3 road b2ne',-7838506996828804784);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',8,1795302124632,0,1,'1 settlement a2ne',5383707086517882979);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',9,1795302124741,0,2,'1 road a3nw',-582449861535193026);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',10,1795302124851,0,3,'1 settlement b4ne',-3798031730610705475);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',11,1795302124955,0,4,'1 road b4e',42326363762191685);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',12,1795302125067,2,3,'3 settlement e1n',-7269893132344836436);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',13,1795302125172,2,4,'3 road d1se',-8732480462829580008);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',14,1795302125183,1,NULL,'2 settlement e2n',2277019384975984473);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',15,1795302125195,1,NULL,'2 road d2e',-1101099629564162150);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',16,1795302125197,1,NULL,'2 roll',-1605377385189894219);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',17,1795302125197,NULL,NULL,'dice 6 1',639607248847007505);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',18,1795302125207,1,NULL,'2 robber b2',8234430869107499577);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',19,1795302125207,NULL,NULL,'stolen L',-209620293359669469);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',20,1795302125219,1,NULL,'2 end',-3653804878370886944);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',21,1795302125326,2,5,'3 roll',-544910281858275473);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',22,1795302125326,NULL,NULL,'dice 2 3',-3694751553025021926);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',23,1795302125429,2,6,'3 end',-6274252072874401269);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',24,1795302125541,0,5,'1 roll',4297334452144764700);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',25,1795302125541,NULL,NULL,'dice 1 3',-1536701205954557988);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',26,1795302125649,0,6,'1 end',-1280588389590517844);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',27,1795302125659,1,NULL,'2 roll',1363113646669216395);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',28,1795302125659,NULL,NULL,'dice 5 2',-788864822471613859);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',29,1795302125669,1,NULL,'2 robber d4',-7385646568794913645);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',30,1795302125673,1,NULL,'2 road e1e',-7672508611972874583);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',31,1795302125678,1,NULL,'2 end',2120903669898076473);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',32,1795302125780,2,7,'3 roll',6819776149238908634);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',33,1795302125780,NULL,NULL,'dice 1 5',5685219468087438220);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',34,1795302125883,2,8,'3 end',4443221439618205084);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',35,1795302125986,0,7,'1 roll',-762361251255548813);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',36,1795302125986,NULL,NULL,'dice 6 2',648228621518840093);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',37,1795302126089,0,8,'1 end',-7673205520578779901);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',38,1795302126107,1,NULL,'2 roll',3874495200562845672);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',39,1795302126107,NULL,NULL,'dice 4 4',1589844902561113026);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',40,1795302126109,1,NULL,'2 bank G>L',9209875869671770680);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',41,1795302126112,1,NULL,'2 end',-7633260759758647312);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',42,1795302126217,2,9,'3 roll',-261133232537581353);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',43,1795302126217,NULL,NULL,'dice 6 6',-1237668045922084475);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',44,1795302126327,2,10,'3 end',3712544665450765641);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',45,1795302126432,0,9,'1 roll',7857849434444781098);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',46,1795302126432,NULL,NULL,'dice 3 6',3880011835840592953);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',47,1795302126545,0,10,'1 end',1467351081317638682);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',48,1795302126562,1,NULL,'2 roll',1833631858554423533);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',49,1795302126562,NULL,NULL,'dice 1 6',-8160840384510824901);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',50,1795302126565,1,NULL,'2 robber d1',-3259200679995356349);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',51,1795302126565,NULL,NULL,'stolen L',-4611439868395560901);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',52,1795302126567,1,NULL,'2 end',-405140982356320220);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',53,1795302126669,2,11,'3 roll',1604030536882209859);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',54,1795302126669,NULL,NULL,'dice 5 5',-5464685763636006429);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',55,1795302126777,2,12,'3 road a1e',-3456095871902694917);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',56,1795302126884,2,13,'3 end',-996444214453203128);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',57,1795302126987,0,11,'1 roll',1248336301768515731);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',58,1795302126987,NULL,NULL,'dice 3 5',-4646295708846316395);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',59,1795302127096,0,12,'1 end',6690655700086196523);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',60,1795302127103,1,NULL,'2 roll',-9206158592893857072);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',61,1795302127103,NULL,NULL,'dice 3 3',-8704191059343223608);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',62,1795302127106,1,NULL,'2 end',-7361881177659167790);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',63,1795302127209,2,14,'3 roll',-5504322747373169503);
INSERT INTO "action" VALUES('hardy-salmon-68-tf6xj',64,1795302127209,NULL,NULL,'dice 5 4',-8447987974452729864);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',1,1795302127221,NULL,NULL,'dice 4 6',-7807561537274377673);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',2,1795302127221,NULL,NULL,'dice 5 1',5519601829595374925);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',3,1795302127221,NULL,NULL,'dice 6 4',771463743279308255);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',4,1795302127221,NULL,NULL,'dice 5 2',7755721296385892622);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',5,1795302127221,NULL,NULL,'dice 2 3',684440128279882447);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',6,1795302127278,0,1,'1 settlement b3s',6559384694335678098);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',7,1795302127346,0,2,'1 road b3se',4444610099871551362);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',8,1795302127349,1,NULL,'2 settlement d1s',-875945047879634227);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',9,1795302127351,1,NULL,'2 road e1w',1294647515488057386);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',10,1795302127354,2,NULL,'3 settlement b3n',2988683212285732133);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',11,1795302127356,2,NULL,'3 road b3ne',3982407214653218394);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',12,1795302127359,2,NULL,'3 settlement d3s',-3260234369651723551);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',13,1795302127360,2,NULL,'3 road d3se',7881774262384225131);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',14,1795302127361,1,NULL,'2 settlement c5s',-8558444925373721508);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',15,1795302127362,1,NULL,'2 road d4e',-5565585555667395338);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',16,1795302127413,0,3,'1 settlement a1n',-3372711576709731607);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',17,1795302127474,0,4,'1 road a1ne',-6997660433190292500);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',18,1795302127542,0,5,'1 roll',-1040170434668336297);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',19,1795302127542,NULL,NULL,'dice 4 3',5331796725488205695);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',20,1795302127601,0,6,'1 robber c2',6616666057734380223);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',21,1795302127683,0,7,'1 end',-8283509346371262152);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',22,1795302127689,1,NULL,'2 roll',245678478512633355);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',23,1795302127689,NULL,NULL,'dice 2 1',7356485443331526970);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',24,1795302127692,1,NULL,'2 end',2674933946815548923);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',25,1795302127696,2,NULL,'3 roll',1287724137970562360);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',26,1795302127696,NULL,NULL,'dice 4 3',-2490781909224712808);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',27,1795302127700,2,NULL,'3 robber e1',-3998474890313526996);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',28,1795302127700,NULL,NULL,'stolen O',9073632131966554107);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',29,1795302127702,2,NULL,'3 buy',-2033832201951406028);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',30,1795302127702,NULL,NULL,'drawn knight',6164883190384367065);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',31,1795302127705,2,NULL,'3 end',4061833570534007808);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',32,1795302127757,0,8,'1 roll',-1505434477890840761);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',33,1795302127757,NULL,NULL,'dice 4 4',-4408330894253087595);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',34,1795302127827,0,9,'1 end',491536861584963543);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',35,1795302127841,1,NULL,'2 roll',5295285013733556112);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',36,1795302127841,NULL,NULL,'dice 2 1',231765098494804615);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',37,1795302127849,1,NULL,'2 end',-8398624061424756520);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',38,1795302127851,2,NULL,'3 roll',57520191022647891);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',39,1795302127851,NULL,NULL,'dice 2 5',-1923908369998010785);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',40,1795302127857,2,NULL,'3 robber a1',-5069451063144690104);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',41,1795302127857,NULL,NULL,'stolen L',3157141871666428836);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',42,1795302127859,2,NULL,'3 knight',4060527828112506994);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',43,1795302127862,2,NULL,'3 robber c4',-8438685295929459151);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',44,1795302127862,NULL,NULL,'stolen O',8059335834236088805);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',45,1795302127873,2,NULL,'3 end',-4747097696739669019);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',46,1795302127925,0,10,'1 roll',2604303508468907502);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',47,1795302127925,NULL,NULL,'dice 2 3',5719937210743480685);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',48,1795302127982,0,11,'1 end',8761412153625136752);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',49,1795302127985,1,NULL,'2 roll',14038146737366851);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',50,1795302127985,NULL,NULL,'dice 4 5',3216096889686533984);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',51,1795302127987,1,NULL,'2 road d4ne',1939945845193458866);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',52,1795302127989,1,NULL,'2 end',-933020997540350302);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',53,1795302127991,2,NULL,'3 roll',8493646003843582217);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',54,1795302127991,NULL,NULL,'dice 4 5',689791862971166468);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',55,1795302127993,2,NULL,'3 end',-3092034287356695401);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',56,1795302128046,0,12,'1 roll',-5973580502517430828);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',57,1795302128046,NULL,NULL,'dice 4 2',8139532167178164556);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',58,1795302128098,0,13,'1 end',2678959930559316084);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',59,1795302128103,1,NULL,'2 roll',-2467065440932235241);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',60,1795302128103,NULL,NULL,'dice 1 6',-5755421757389372383);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',61,1795302128105,1,NULL,'2 robber b3',7931034129646205759);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',62,1795302128107,1,NULL,'2 rob 3',-3379472180677060717);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',63,1795302128107,NULL,NULL,'stolen O',-2461753136173268181);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',64,1795302128109,1,NULL,'2 end',-4338517255598887378);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',65,1795302128111,2,NULL,'3 roll',-4517667285627832071);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',66,1795302128111,NULL,NULL,'dice 2 3',2783854082311129142);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',67,1795302128113,2,NULL,'3 end',3603445224296647143);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',68,1795302128165,0,14,'1 roll',-9195268873159185252);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',69,1795302128165,NULL,NULL,'dice 5 2',5909870762963587858);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',70,1795302128220,0,15,'1 robber c2',-3453824537535700906);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',71,1795302128272,0,16,'1 end',25739455685137575);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',72,1795302128276,1,NULL,'2 roll',7232406437692167132);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',73,1795302128276,NULL,NULL,'dice 1 5',-4278684313918891408);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',74,1795302128281,1,NULL,'2 end',5463724775181468728);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',75,1795302128285,2,NULL,'3 roll',-4652186933813603701);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',76,1795302128285,NULL,NULL,'dice 6 1',-7438660176987855377);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',77,1795302128292,2,NULL,'3 robber b4',4653075945420728864);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',78,1795302128297,2,NULL,'3 end',-4483170335517058347);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',79,1795302128350,0,17,'1 roll',7265775305037598450);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',80,1795302128350,NULL,NULL,'dice 6 4',-863328605819804314);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',81,1795302128402,0,18,'1 end',-5839386877045162834);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',82,1795302128408,1,NULL,'2 roll',-5070009496035911551);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',83,1795302128408,NULL,NULL,'dice 1 3',-7106182422386355967);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',84,1795302128412,1,NULL,'2 end',4478623207648449073);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',85,1795302128416,2,NULL,'3 roll',-1550470548413908346);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',86,1795302128416,NULL,NULL,'dice 4 6',-8757230453312221946);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',87,1795302128418,2,NULL,'3 bank G>B',4664512293284531760);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',88,1795302128420,2,NULL,'3 road a3se',-6234629058499692551);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',89,1795302128422,2,NULL,'3 end',-7983127168374325060);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',90,1795302128474,0,19,'1 roll',-4952759747788721049);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',91,1795302128474,NULL,NULL,'dice 4 2',-1082003087360438917);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',92,1795302128531,0,20,'1 end',-5898764402061243847);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',93,1795302128534,1,NULL,'2 roll',7701821441795179446);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',94,1795302128534,NULL,NULL,'dice 4 5',-1126290601014325201);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',95,1795302128540,1,NULL,'2 end',-3984684494440337928);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',96,1795302128552,2,NULL,'3 roll',3775830227058305967);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',97,1795302128552,NULL,NULL,'dice 4 5',-8136815660921047634);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',98,1795302128561,2,NULL,'3 bank L>O',583694693399307602);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',99,1795302128565,2,NULL,'3 buy',7781210813448246757);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',100,1795302128565,NULL,NULL,'drawn knight',-4396288332185833306);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',101,1795302128568,2,NULL,'3 end',8302317769968420829);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',102,1795302128622,0,21,'1 roll',-2114432994241193178);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',103,1795302128622,NULL,NULL,'dice 6 1',-6330211874334668990);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',104,1795302128677,0,22,'1 robber b1',-3251450450005536770);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',105,1795302128732,0,23,'1 end',-4462719867337733785);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',106,1795302128741,1,NULL,'2 roll',-4673661824689294436);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',107,1795302128741,NULL,NULL,'dice 3 2',-755863360359382605);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',108,1795302128748,1,NULL,'2 bank W>B',1652998246797713117);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',109,1795302128759,1,NULL,'2 end',-2935792637503367178);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',110,1795302128768,2,NULL,'3 roll',-8018565857803624143);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',111,1795302128768,NULL,NULL,'dice 6 5',-5459220067162253338);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',112,1795302128784,2,NULL,'3 end',8667079272195808757);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',113,1795302128842,0,24,'1 roll',3685186398765188666);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',114,1795302128842,NULL,NULL,'dice 3 6',2180078598852548525);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',115,1795302128894,0,25,'1 end',-7290272897128429834);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',116,1795302128897,1,NULL,'2 roll',5412505334035671317);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',117,1795302128897,NULL,NULL,'dice 2 6',3517089540674591347);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',118,1795302128898,1,NULL,'2 road d4se',8167462541820861665);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',119,1795302128900,1,NULL,'2 end',9088324271201133256);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',120,1795302128907,2,NULL,'3 roll',4686287768854995835);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',121,1795302128907,NULL,NULL,'dice 2 5',-4421376671324752613);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',122,1795302128912,2,NULL,'3 robber c5',755995009247911047);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',123,1795302128912,NULL,NULL,'stolen O',-4386130673894252040);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',124,1795302128915,2,NULL,'3 end',6673632569594004949);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',125,1795302128967,0,26,'1 roll',5867022693402188086);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',126,1795302128967,NULL,NULL,'dice 2 5',5204453259290721954);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',127,1795302129019,0,27,'1 robber c4',-8294863696343071782);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',128,1795302129072,0,28,'1 end',-6067335653327219369);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',129,1795302129081,1,NULL,'2 roll',-7486879831740361196);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',130,1795302129081,NULL,NULL,'dice 3 1',-4482302713219452592);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',131,1795302129088,1,NULL,'2 end',8555957790396684440);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',132,1795302129092,2,NULL,'3 roll',-1024253888883611481);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',133,1795302129092,NULL,NULL,'dice 6 6',7148295754544469997);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',134,1795302129098,2,NULL,'3 buy',-4757665333748490690);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',135,1795302129098,NULL,NULL,'drawn knight',6915879180655834225);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',136,1795302129103,2,NULL,'3 knight',-4877852356642703983);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',137,1795302129110,2,NULL,'3 robber e1',-3927394756954864747);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',138,1795302129110,NULL,NULL,'stolen O',3871977722877622356);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',139,1795302129118,2,NULL,'3 end',2546059190159132711);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',140,1795302129174,0,29,'1 roll',-2452036714236855648);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',141,1795302129174,NULL,NULL,'dice 4 4',-5090896797826977204);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',142,1795302129230,0,30,'1 end',5350380095072839000);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',143,1795302129236,1,NULL,'2 roll',5745933584552259423);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',144,1795302129236,NULL,NULL,'dice 3 5',-4559278227528781689);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',145,1795302129240,1,NULL,'2 road e3ne',4695679872977888667);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',146,1795302129244,1,NULL,'2 road c5se',-1892602882529957522);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',147,1795302129248,1,NULL,'2 end',3132373690569918963);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',148,1795302129257,2,NULL,'3 roll',1309295925333673364);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',149,1795302129257,NULL,NULL,'dice 1 2',-821906199387021351);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',150,1795302129260,2,NULL,'3 knight',-4137720308018701941);
INSERT INTO "action" VALUES('swift-goose-35-vqb8h',151,1795302129268,2,NULL,'3 robber d2',6876776890941724119);
CREATE TABLE game (
    id         TEXT PRIMARY KEY,
    setup      TEXT NOT NULL, -- JSON
    created_ms INTEGER NOT NULL,
    head       INTEGER NOT NULL DEFAULT 0, -- seq of the last action
    over       INTEGER NOT NULL DEFAULT 0,
    rematch    TEXT REFERENCES game (id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
INSERT INTO "game" VALUES('glad-salmon-59-ha52v','{"id":"glad-salmon-59-ha52v","edition":"modern","game":{"rules":{"players":3,"points_to_win":10,"hand_limit":7,"time_limit":null,"first_player":{"type":"roll"},"set_up":{"type":"placed"},"number_layout":"spiral","number_start":"corner","number_direction":"counter_clockwise","harbor_facing":"longest_line","harbor_layout":"shuffled","bank_shortage":"sole_claimant","trade_then_build":false,"like_for_like":false,"city_cost":"three_ore_two_grain","robber_on_desert":true,"steal_optional":false,"progress_cards":"leave_the_game","longest_road_tie":"holder_keeps","win_when":"own_turn","special_building_phase":true,"variants":{"played_victory_points":false,"open_hands":false,"cards_after_roll":false,"no_early_seven":false,"robber_may_stay":false,"no_trade_after_building":false,"keep_a_settlement":false,"knight_interrupt":false},"reds_apart":false,"balanced_board":false,"friendly_robber":false,"dice":"dice"},"board":{"layout":"standard","hexes":[{"terrain":"mountains","token":10},{"terrain":"pasture","token":2},{"terrain":"forest","token":9},{"terrain":"fields","token":12},{"terrain":"hills","token":6},{"terrain":"pasture","token":4},{"terrain":"hills","token":10},{"terrain":"fields","token":9},{"terrain":"forest","token":11},{"terrain":"desert","token":null},{"terrain":"forest","token":3},{"terrain":"mountains","token":8},{"terrain":"forest","token":8},{"terrain":"mountains","token":3},{"terrain":"fields","token":4},{"terrain":"pasture","token":5},{"terrain":"hills","token":5},{"terrain":"fields","token":6},{"terrain":"pasture","token":11}],"harbors":[{"hex":0,"side":"north_west","kind":{"type":"generic"}},{"hex":1,"side":"north_east","kind":{"type":"special","resource":"grain"}},{"hex":6,"side":"north_east","kind":{"type":"special","resource":"ore"}},{"hex":11,"side":"east","kind":{"type":"generic"}},{"hex":15,"side":"south_east","kind":{"type":"special","resource":"wool"}},{"hex":17,"side":"south_east","kind":{"type":"generic"}},{"hex":16,"side":"south_west","kind":{"type":"generic"}},{"hex":12,"side":"west","kind":{"type":"special","resource":"brick"}},{"hex":3,"side":"west","kind":{"type":"special","resource":"lumber"}}],"robber":9}},"board":{"type":"beginners"},"seats":[{"color":"coral","kind":{"type":"human"}},{"color":"cobalt","kind":{"type":"human"}},{"color":"amber","kind":{"type":"bot","level":"easy"}}],"seed":[100,56,15,21,148,27,14,185,200,94,123,59,218,211,147,248,243,235,31,56,24,97,74,250,123,161,59,52,33,22,111,166],"created_ms":1795302129344}',1795302129344,0,0,NULL);
INSERT INTO "game" VALUES('golden-sparrow-55-a3n4w','{"id":"golden-sparrow-55-a3n4w","edition":"modern","game":{"rules":{"players":3,"points_to_win":10,"hand_limit":7,"time_limit":null,"first_player":{"type":"roll"},"set_up":{"type":"placed"},"number_layout":"spiral","number_start":"corner","number_direction":"counter_clockwise","harbor_facing":"longest_line","harbor_layout":"shuffled","bank_shortage":"sole_claimant","trade_then_build":false,"like_for_like":false,"city_cost":"three_ore_two_grain","robber_on_desert":true,"steal_optional":false,"progress_cards":"leave_the_game","longest_road_tie":"holder_keeps","win_when":"own_turn","special_building_phase":true,"variants":{"played_victory_points":false,"open_hands":false,"cards_after_roll":false,"no_early_seven":false,"robber_may_stay":false,"no_trade_after_building":false,"keep_a_settlement":false,"knight_interrupt":false},"reds_apart":false,"balanced_board":false,"friendly_robber":false,"dice":"dice"},"board":{"layout":"standard","hexes":[{"terrain":"mountains","token":10},{"terrain":"pasture","token":2},{"terrain":"forest","token":9},{"terrain":"fields","token":12},{"terrain":"hills","token":6},{"terrain":"pasture","token":4},{"terrain":"hills","token":10},{"terrain":"fields","token":9},{"terrain":"forest","token":11},{"terrain":"desert","token":null},{"terrain":"forest","token":3},{"terrain":"mountains","token":8},{"terrain":"forest","token":8},{"terrain":"mountains","token":3},{"terrain":"fields","token":4},{"terrain":"pasture","token":5},{"terrain":"hills","token":5},{"terrain":"fields","token":6},{"terrain":"pasture","token":11}],"harbors":[{"hex":0,"side":"north_west","kind":{"type":"generic"}},{"hex":1,"side":"north_east","kind":{"type":"special","resource":"grain"}},{"hex":6,"side":"north_east","kind":{"type":"special","resource":"ore"}},{"hex":11,"side":"east","kind":{"type":"generic"}},{"hex":15,"side":"south_east","kind":{"type":"special","resource":"wool"}},{"hex":17,"side":"south_east","kind":{"type":"generic"}},{"hex":16,"side":"south_west","kind":{"type":"generic"}},{"hex":12,"side":"west","kind":{"type":"special","resource":"brick"}},{"hex":3,"side":"west","kind":{"type":"special","resource":"lumber"}}],"robber":9}},"board":{"type":"beginners"},"seats":[{"color":"coral","kind":{"type":"bot","level":"easy"}},{"color":"cobalt","kind":{"type":"human"}},{"color":"amber","kind":{"type":"human"}}],"seed":[209,99,18,0,254,144,93,29,115,73,208,92,78,160,45,62,21,160,64,136,163,173,181,116,244,18,232,46,149,9,17,227],"created_ms":1795302129323}',1795302129323,3,0,NULL);
INSERT INTO "game" VALUES('hardy-salmon-68-tf6xj','{"id":"hardy-salmon-68-tf6xj","edition":"modern","game":{"rules":{"players":3,"points_to_win":10,"hand_limit":7,"time_limit":null,"first_player":{"type":"roll"},"set_up":{"type":"placed"},"number_layout":"spiral","number_start":"corner","number_direction":"counter_clockwise","harbor_facing":"longest_line","harbor_layout":"shuffled","bank_shortage":"sole_claimant","trade_then_build":false,"like_for_like":false,"city_cost":"three_ore_two_grain","robber_on_desert":true,"steal_optional":false,"progress_cards":"leave_the_game","longest_road_tie":"holder_keeps","win_when":"own_turn","special_building_phase":true,"variants":{"played_victory_points":false,"open_hands":false,"cards_after_roll":false,"no_early_seven":false,"robber_may_stay":false,"no_trade_after_building":false,"keep_a_settlement":false,"knight_interrupt":false},"reds_apart":false,"balanced_board":false,"friendly_robber":false,"dice":"dice"},"board":{"layout":"standard","hexes":[{"terrain":"mountains","token":10},{"terrain":"pasture","token":2},{"terrain":"forest","token":9},{"terrain":"fields","token":12},{"terrain":"hills","token":6},{"terrain":"pasture","token":4},{"terrain":"hills","token":10},{"terrain":"fields","token":9},{"terrain":"forest","token":11},{"terrain":"desert","token":null},{"terrain":"forest","token":3},{"terrain":"mountains","token":8},{"terrain":"forest","token":8},{"terrain":"mountains","token":3},{"terrain":"fields","token":4},{"terrain":"pasture","token":5},{"terrain":"hills","token":5},{"terrain":"fields","token":6},{"terrain":"pasture","token":11}],"harbors":[{"hex":0,"side":"north_west","kind":{"type":"generic"}},{"hex":1,"side":"north_east","kind":{"type":"special","resource":"grain"}},{"hex":6,"side":"north_east","kind":{"type":"special","resource":"ore"}},{"hex":11,"side":"east","kind":{"type":"generic"}},{"hex":15,"side":"south_east","kind":{"type":"special","resource":"wool"}},{"hex":17,"side":"south_east","kind":{"type":"generic"}},{"hex":16,"side":"south_west","kind":{"type":"generic"}},{"hex":12,"side":"west","kind":{"type":"special","resource":"brick"}},{"hex":3,"side":"west","kind":{"type":"special","resource":"lumber"}}],"robber":9}},"board":{"type":"beginners"},"seats":[{"color":"coral","kind":{"type":"human"}},{"color":"cobalt","kind":{"type":"bot","level":"easy"}},{"color":"amber","kind":{"type":"human"}}],"seed":[56,111,5,179,162,228,141,97,234,116,214,213,39,238,68,55,41,71,214,28,77,108,218,201,196,151,30,237,79,61,205,174],"created_ms":1795302124247}',1795302124247,64,0,NULL);
INSERT INTO "game" VALUES('swift-goose-35-vqb8h','{"id":"swift-goose-35-vqb8h","edition":"modern","game":{"rules":{"players":3,"points_to_win":3,"hand_limit":7,"time_limit":null,"first_player":{"type":"roll"},"set_up":{"type":"placed"},"number_layout":"spiral","number_start":"corner","number_direction":"counter_clockwise","harbor_facing":"longest_line","harbor_layout":"shuffled","bank_shortage":"sole_claimant","trade_then_build":false,"like_for_like":false,"city_cost":"three_ore_two_grain","robber_on_desert":true,"steal_optional":false,"progress_cards":"leave_the_game","longest_road_tie":"holder_keeps","win_when":"own_turn","special_building_phase":true,"variants":{"played_victory_points":false,"open_hands":false,"cards_after_roll":false,"no_early_seven":false,"robber_may_stay":false,"no_trade_after_building":false,"keep_a_settlement":false,"knight_interrupt":false},"reds_apart":false,"balanced_board":false,"friendly_robber":false,"dice":"dice"},"board":{"layout":"standard","hexes":[{"terrain":"mountains","token":10},{"terrain":"pasture","token":2},{"terrain":"forest","token":9},{"terrain":"fields","token":12},{"terrain":"hills","token":6},{"terrain":"pasture","token":4},{"terrain":"hills","token":10},{"terrain":"fields","token":9},{"terrain":"forest","token":11},{"terrain":"desert","token":null},{"terrain":"forest","token":3},{"terrain":"mountains","token":8},{"terrain":"forest","token":8},{"terrain":"mountains","token":3},{"terrain":"fields","token":4},{"terrain":"pasture","token":5},{"terrain":"hills","token":5},{"terrain":"fields","token":6},{"terrain":"pasture","token":11}],"harbors":[{"hex":0,"side":"north_west","kind":{"type":"generic"}},{"hex":1,"side":"north_east","kind":{"type":"special","resource":"grain"}},{"hex":6,"side":"north_east","kind":{"type":"special","resource":"ore"}},{"hex":11,"side":"east","kind":{"type":"generic"}},{"hex":15,"side":"south_east","kind":{"type":"special","resource":"wool"}},{"hex":17,"side":"south_east","kind":{"type":"generic"}},{"hex":16,"side":"south_west","kind":{"type":"generic"}},{"hex":12,"side":"west","kind":{"type":"special","resource":"brick"}},{"hex":3,"side":"west","kind":{"type":"special","resource":"lumber"}}],"robber":9}},"board":{"type":"beginners"},"seats":[{"color":"coral","kind":{"type":"human"}},{"color":"cobalt","kind":{"type":"bot","level":"easy"}},{"color":"amber","kind":{"type":"bot","level":"easy"}}],"seed":[29,21,228,174,19,167,115,100,40,109,159,75,105,165,62,39,97,58,215,159,177,210,191,170,188,144,246,130,68,89,194,220],"created_ms":1795302127211}',1795302127211,151,1,'glad-salmon-59-ha52v');
CREATE TABLE seat (
    game    TEXT NOT NULL REFERENCES game (id),
    seat    INTEGER NOT NULL,
    session BLOB NOT NULL REFERENCES session (id),
    name    TEXT NOT NULL,
    PRIMARY KEY (game, seat),
    UNIQUE (session, game)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES('glad-salmon-59-ha52v',0,X'A118434FFAD69D4E3D770831EA268E241BA5891E8064F8C10CB4535DB87279D1','Ida');
INSERT INTO "seat" VALUES('golden-sparrow-55-a3n4w',1,X'9577C097858765B5CA0069F98878532FB34BAC828F02F12095002754A0817368','Ida');
INSERT INTO "seat" VALUES('golden-sparrow-55-a3n4w',2,X'733ECD5CA55B865CD74EDE4C656F47EBEDED916944A81DE73F571A8D84BE4F40','Ole');
INSERT INTO "seat" VALUES('hardy-salmon-68-tf6xj',0,X'AEA9D848C55CB5F1F97A50AD55B816F56E3B3F980EABF0755CC333D83E2647B4','Ida');
INSERT INTO "seat" VALUES('hardy-salmon-68-tf6xj',2,X'E143CABBE32273C14272B6EB891B7426031E4211D106A18F011B7CFA9F148119','Ole');
INSERT INTO "seat" VALUES('swift-goose-35-vqb8h',0,X'B5B9E6DC6A46A41786CE2BD514D0413AA13FC8842C62223E01272AD8CD0304D0','Ida');
CREATE TABLE session (
    id         BLOB PRIMARY KEY, -- SHA-256 of the guest's token
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "session" VALUES(X'733ECD5CA55B865CD74EDE4C656F47EBEDED916944A81DE73F571A8D84BE4F40',1795302129341);
INSERT INTO "session" VALUES(X'9577C097858765B5CA0069F98878532FB34BAC828F02F12095002754A0817368',1795302129323);
INSERT INTO "session" VALUES(X'A118434FFAD69D4E3D770831EA268E241BA5891E8064F8C10CB4535DB87279D1',1795302129344);
INSERT INTO "session" VALUES(X'AEA9D848C55CB5F1F97A50AD55B816F56E3B3F980EABF0755CC333D83E2647B4',1795302124247);
INSERT INTO "session" VALUES(X'B5B9E6DC6A46A41786CE2BD514D0413AA13FC8842C62223E01272AD8CD0304D0',1795302127211);
INSERT INTO "session" VALUES(X'E143CABBE32273C14272B6EB891B7426031E4211D106A18F011B7CFA9F148119',1795302124268);
CREATE UNIQUE INDEX action_key ON action (game, actor, client_key) WHERE client_key IS NOT NULL;
PRAGMA user_version = 1;
