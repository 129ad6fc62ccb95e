from tests.support.browser import *
from tests.support.overflow import *
from tests.support.tables import *
from tests.support.drawing import drawing
def test_z(chromium, tmp_path):
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("W"*32, "X"*32, "Y"*32,"Z"*32,"V"*32,"U"*32))
        with drawing(chromium, app, (320,568)) as draw:
            for n,s in (("hawaiki-referee-6",0.6),("diabolo-referee-5",.6),("hawaiki-referee-6",.9),("parade-referee-3",.6)):
                try: t,_=author.retell(n,s)
                except Exception as e: print(repr(e)); continue
                for part in ("board","1/play"):
                    p=draw(State("x",f"/t/{t}/{part}"))
                    print(n,part,p.evaluate(WIDER))
                    print(p.evaluate("[...document.querySelectorAll('bdi')].filter(b=>b.getBoundingClientRect().right>innerWidth).map(b=>[b.parentElement.outerHTML.slice(0,100),b.parentElement.parentElement.className,b.closest('[class]').className,b.parentElement.parentElement.parentElement.className]).slice(0,4)"))
                p.screenshot(path=f"/tmp/fx3-{n}-{s}.png",full_page=True)
